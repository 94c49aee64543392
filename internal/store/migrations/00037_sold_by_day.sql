-- What a seller sold on which day is added up from this index alone.
CREATE INDEX orders_sold_by_day ON orders (seller_id, paid_at, model_id, status, currency, price) WHERE paid_at IS NOT NULL;
