UPDATE orders SET country = COALESCE(json_extract(tax, '$.evidence[0].country'), '') WHERE tax <> '';
