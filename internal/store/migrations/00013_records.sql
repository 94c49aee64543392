-- The record shows the operator's rating, and marks what lists leave out: it is made again.
UPDATE models SET record = NULL;
UPDATE model_texts SET record = NULL;
