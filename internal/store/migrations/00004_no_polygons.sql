-- What is not made of polygons, such as splats, is not counted with few of them.
UPDATE listings SET polygons = NULL WHERE polygons = 0;
