// The stories of a seller and of a buyer, with the types that openapi-typescript
// makes of the contract. BASE, SELLER, BUYER and TOUR come from the test.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

const { BASE = "", SELLER = "", BUYER = "", TOUR = "" } = process.env;

const as = (token: string): Client<paths> =>
  createClient<paths>({ baseUrl: BASE, headers: { Authorization: `Bearer ${token}` } });

// good gives the data of an answer, or fails with its problem.
function good<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  assert.ok(answer.data !== undefined, `${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

async function form(name: string): Promise<FormData> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await readFile(`${TOUR}/${name}`))]), name);
  return body;
}

async function sell(c: Client<paths>): Promise<number> {
  const draft: components["schemas"]["NewModel"] = {
    title: "Oak cube", description: "<p>A cube.</p>", tags: ["cube", "oak", "box", "wood", "toy"],
    category: "furniture", price: 12.99, original_price: null, license: "general",
  };
  const { id } = good(await c.POST("/v1/models", { body: draft }));
  for (const [path, name] of [["/v1/models/{model_id}/files", "cube.stl"], ["/v1/models/{model_id}/images", "cube.png"]] as const) {
    const body = await form(name);
    good(await c.POST(path, { params: { path: { model_id: id } }, body: { file: "" }, bodySerializer: () => body }));
  }
  for (;;) {
    const files = good(await c.GET("/v1/models/{model_id}/files", { params: { path: { model_id: id } } }));
    if (files.processing === 0) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  const { publishable, problems } = good(await c.GET("/v1/models/{id}/publication", { params: { path: { id } } }));
  assert.ok(publishable, JSON.stringify(problems));
  const published = good(await c.PUT("/v1/models/{id}", { params: { path: { id } }, body: { status: "published" } }));
  assert.equal(published.status, "published");
  assert.equal(published.prices.download, "12.99");
  return id;
}

async function buy(c: Client<paths>, model: number): Promise<void> {
  for (const explode of [true, false]) {
    const page = good(await c.GET("/v1/models", {
      params: { query: { extensions: ["obj", "stl"] } }, querySerializer: { array: { style: "form", explode } },
    }));
    assert.deepEqual(page.models.map((m) => m.id), [model]);
  }
  const { facts } = good(await c.GET("/v1/models/{id}", { params: { path: { id: model } } }));
  assert.equal(facts?.triangles.value, 12);
  assert.equal(facts?.watertight.certainty, "verified");

  const order = good(await c.POST("/v1/orders", { body: { model_id: model } }));
  assert.ok(order.checkout_url);
  await fetch(order.checkout_url, { method: "POST", body: new URLSearchParams({ outcome: "pay" }) });
  const paid = good(await c.GET("/v1/orders/{id}", { params: { path: { id: order.id } } }));
  assert.equal(paid.status, "paid");
  const file = order.files[0];
  assert.ok(file);
  const bytes = good(await c.GET("/v1/models/{model_id}/files/{id}", {
    params: { path: { model_id: model, id: file.id }, query: { download_token: order.download_token } }, parseAs: "arrayBuffer",
  }));
  assert.deepEqual(Buffer.from(bytes as ArrayBuffer), await readFile(`${TOUR}/cube.stl`));

  const second = good(await c.POST("/v1/orders", { body: { model_id: model, again: true } }));
  const canceled = await c.DELETE("/v1/orders/{id}", { params: { path: { id: second.id } }, headers: { Accept: "application/problem+json" } });
  assert.equal(canceled.response.status, 204);
  const twice = await c.POST("/v1/orders", { body: { model_id: model } });
  assert.equal(twice.error?.code, "conflict");
}

const seller = as(SELLER);
const model = await sell(seller);
await buy(as(BUYER), model);
const deleted = await seller.DELETE("/v1/models/{id}", { params: { path: { id: model } } });
assert.equal(deleted.response.status, 204);
