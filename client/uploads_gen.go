// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client
