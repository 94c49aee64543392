-- A name of a payment says now that its money may still come, and its order uses a coupon for as long.
UPDATE orders SET payment_id = '' WHERE coupon_id IS NOT NULL AND status IN ('canceled', 'expired') AND paid_at IS NULL AND payment_id <> '';
