UPDATE orders SET country = COALESCE(tax::json -> 'evidence' -> 0 ->> 'country', '') WHERE tax <> '';
