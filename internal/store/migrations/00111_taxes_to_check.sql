-- Orders whose tax Stripe Tax was to find and did not: it was found by the table. A row stays until an operator has looked at it.
CREATE TABLE taxes_to_check (
    order_id BIGINT PRIMARY KEY REFERENCES orders (id),
    since    BIGINT NOT NULL
);
