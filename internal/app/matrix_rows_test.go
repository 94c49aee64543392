package app_test

// pageMatrix says of each address, but for those of the interface, what people are answered
// there: one answer for all, or one for each column,
//
//	nobody, buyer, buyer-late, seller, other, operator, operator-late, moderator, support, suspended, claimed
//
// Who is late showed some time ago who they are. An answer is a status, "in" where it leads
// to the page to sign in and back, "again" where it asks once more who it is, ">/path" where
// it leads elsewhere. Forms are sent empty: 422 means that they were read. Passkeys
// answer 503, as there are none at a numeric address, and nothing
// leads to an outside provider, as none is set.
//
// Between the pattern and the answers may stand the path that is asked for; {application},
// {session} and {token} are the buyer's, {model} is a draft of the seller's, and all are made
// anew for each who asks. What "programs:" send comes from anywhere; all other forms are refused when another site sends them.
const pageMatrix = `
/blobs/ | 403
/media/ | 404
/previews/ | 404
DELETE /sell/models/{id}/uploads/{upload} | 401 404 404 404 404 404 404 404 404 401 404
GET /.well-known/jwks.json | 200
GET /.well-known/oauth-authorization-server | 200
GET /.well-known/oauth-protected-resource | 200
GET /.well-known/oauth-protected-resource/v1 | 200
GET /.well-known/tdmrep.json | 200
GET /3d-models | 200
GET /3d-models/{path...} | 301
GET /3d-print-models | 200
GET /3d-print-models/{path...} | 301
GET /account | in 200 200 200 200 200 200 200 200 in 200
GET /account/address | in 200 again 200 200 200 again 200 200 in 200
GET /account/address/again | >/account
GET /account/address/keep | >/account
GET /account/applications | in 200 200 200 200 200 200 200 200 in 200
GET /account/applications/new | in 200 again 200 200 200 again 200 200 in 200
GET /account/webhooks | in 200 200 200 200 200 200 200 200 in 200
GET /account/webhooks/new | in 200 again 200 200 200 again 200 200 in 200
GET /account/webhooks/{id} | /account/webhooks/{webhook} | in 200 200 404 404 404 404 404 404 in 404
GET /account/webhooks/{id}/edit | /account/webhooks/{webhook}/edit | in 200 again 404 404 404 again 404 404 in 404
GET /account/webhooks/{id}/rotate | >/account/webhooks/1
GET /account/webhooks/{id}/remove | >/account/webhooks/1
GET /account/webhooks/{id}/test | >/account/webhooks/1
GET /account/webhooks/{id}/redeliver | >/account/webhooks/1
GET /account/webhooks/{id}/deliveries/{delivery} | /account/webhooks/{webhook}/deliveries/{delivery} | in 200 200 404 404 404 404 404 404 in 404
GET /account/applications/{id} | /account/applications/{application} | in 200 again 404 404 404 404 404 404 in 404
GET /account/decisions/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /account/decisions/{id}/object | >/account/decisions/1
GET /account/erase | in 200 again 200 200 200 again 200 200 in 200
GET /account/erase/keep | >/account/erase
GET /account/export | in 200 again 200 200 200 again 200 200 in 200
GET /account/language | >/account
GET /account/mails | in 200 200 200 200 200 200 200 200 in 200
GET /account/password | in 200 again 200 200 200 again 200 200 in 200
GET /account/profile | >/sell/profile
GET /account/security | in 200 200 200 200 200 200 200 200 in 200
GET /account/security/app | in 200 again 200 200 200 again 200 200 in 200
GET /account/security/app/confirm | >/account/security
GET /account/security/apps/{id} | >/account/security
GET /account/security/codes | >/account/security
GET /account/security/elsewhere | >/account/security
GET /account/security/elsewhere/{id} | >/account/security
GET /account/security/passkeys/{id} | >/account/security
GET /account/sessions | >/account
GET /account/sessions/{id} | >/account
GET /account/tokens | in 200 again 200 200 200 again 200 200 in 200
GET /account/tokens/{id}/revoke | >/account/tokens
GET /account/tokens/{id}/rotate | >/account/tokens
GET /adult | >/
GET /agree | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
GET /assets/{name} | 404
GET /cart | 200
GET /cart/checkout | >/cart
GET /cart/remove | >/cart
GET /checkout/{key} | 404
GET /checkouts/{key} | 404
GET /checkouts/{key}/receipt | 404
GET /collect/{model} | /collect/1 | in 200 200 200 200 200 200 200 200 in 200
GET /collections | in 200 200 200 200 200 200 200 200 in 200
GET /collections/public | 200
GET /collections/{id} | 404
GET /collections/{id}/arrange | >/collections/1/edit
GET /collections/{id}/edit | in 404 404 404 404 404 404 404 404 in 404
GET /collections/{id}/models | >/collections/1/edit
GET /collections/{id}/models/{model}/remove | /collections/1/models/1/remove | >/collections/1/edit
GET /collections/{id}/remove | >/collections/1/edit
GET /confirm/{key} | in 404 404 404 404 404 404 404 404 in 404
GET /desk | in 404 404 404 404 200 200 >/desk/reports >/desk/people in 404
GET /desk/applications | in 404 404 404 404 200 200 404 404 in 404
GET /desk/applications/tokens | in 404 404 404 404 200 200 404 404 in 404
GET /desk/applications/tokens/{id}/revoke | in 404 404 404 404 >/desk/applications/tokens >/desk/applications/tokens 404 404 in 404
GET /desk/applications/{id} | in 404 404 404 404 200 200 404 404 in 404
GET /desk/applications/{id}/remove | in 404 404 404 404 >/desk/applications/1 >/desk/applications/1 404 404 in 404
GET /desk/applications/{id}/revoke | in 404 404 404 404 >/desk/applications/1 >/desk/applications/1 404 404 in 404
GET /desk/audit | in 404 404 404 404 200 200 404 404 in 404
GET /desk/audit/csv | in 404 404 404 404 200 200 404 404 in 404
GET /desk/audit/json | in 404 404 404 404 200 200 404 404 in 404
GET /desk/categories | in 404 404 404 404 200 200 404 404 in 404
GET /desk/categories/{id} | in 404 404 404 404 200 200 404 404 in 404
GET /desk/categories/{id}/merge | in 404 404 404 404 >/desk/categories/1 >/desk/categories/1 404 404 in 404
GET /desk/categories/{id}/remove | in 404 404 404 404 >/desk/categories/1 >/desk/categories/1 404 404 in 404
GET /desk/collections/{id} | in 404 404 404 404 404 again 404 404 in 404
GET /desk/collections/{id}/hide | >/desk/collections/1
GET /desk/decisions/{id} | in 404 404 404 404 404 again 404 404 in 404
GET /desk/decisions/{id}/answer | >/desk/decisions/1
GET /desk/decisions/{id}/restore | >/desk/decisions/1
GET /desk/deals | in 404 404 404 404 200 200 404 404 in 404
GET /desk/deals/bundles | in 404 404 404 404 404 404 404 404 in 404
GET /desk/deals/bundles/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/deals/bundles/{id}/end | in 404 404 404 404 >/desk/deals/bundles/1 >/desk/deals/bundles/1 404 404 in 404
GET /desk/deals/coupons | in 404 404 404 404 200 200 404 404 in 404
GET /desk/deals/coupons/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/deals/coupons/{id}/end | in 404 404 404 404 >/desk/deals/coupons/1 >/desk/deals/coupons/1 404 404 in 404
GET /desk/deals/part | in 404 404 404 404 >/desk/deals >/desk/deals 404 404 in 404
GET /desk/deals/promotions | in 404 404 404 404 200 200 404 404 in 404
GET /desk/deals/promotions/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/deals/promotions/{id}/end | in 404 404 404 404 >/desk/deals/promotions/1 >/desk/deals/promotions/1 404 404 in 404
GET /desk/disputes | in 404 404 404 404 200 200 404 404 in 404
GET /desk/disputes/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/disputes/{id}/evidence | in 404 404 404 404 >/desk/disputes/1 >/desk/disputes/1 404 404 in 404
GET /desk/house | in 404 404 404 404 200 again 404 404 in 404
GET /desk/invoices | in 404 404 404 404 200 200 404 404 in 404
GET /desk/invoices/csv | in 404 404 404 404 200 200 404 404 in 404
GET /desk/invoices/{number} | /desk/invoices/INV-000001 | in 404 404 404 404 404 404 404 404 in 404
GET /desk/invoices/{number}/pdf | /desk/invoices/INV-000001/pdf | in 404 404 404 404 404 404 404 404 in 404
GET /desk/invoices/{number}/xml | /desk/invoices/INV-000001/xml | in 404 404 404 404 404 404 404 404 in 404
GET /desk/jobs | in 404 404 404 404 200 200 404 404 in 404
GET /desk/jobs/{id}/give-up | in 404 404 404 404 >/desk/jobs >/desk/jobs 404 404 in 404
GET /desk/jobs/{id}/retry | in 404 404 404 404 >/desk/jobs >/desk/jobs 404 404 in 404
GET /desk/licenses | in 404 404 404 404 200 200 404 404 in 404
GET /desk/licenses/new | in 404 404 404 404 200 again 404 404 in 404
GET /desk/licenses/{license} | /desk/licenses/general | in 404 404 404 404 200 again 404 404 in 404
GET /desk/licenses/{license}/offer | /desk/licenses/general/offer | >/desk/licenses/general
GET /desk/licenses/{license}/remove | /desk/licenses/general/remove | >/desk/licenses/general
GET /desk/licenses/{license}/retire | /desk/licenses/general/retire | >/desk/licenses/general
GET /desk/mails | in 404 404 404 404 200 again 404 404 in 404
GET /desk/mails/words | in 404 404 404 404 200 200 404 404 in 404
GET /desk/mails/words/{language}/{kind} | /desk/mails/words/en/receipt | in 404 404 404 404 200 again 404 404 in 404
GET /desk/mails/{id}/again | >/desk/mails
GET /desk/models | in 404 404 404 404 200 200 200 404 in 404
GET /desk/models/shared | in 404 404 404 404 200 200 200 404 in 404
GET /desk/models/{id} | in 404 404 404 404 200 again 200 404 in 404
GET /desk/models/{id}/approve | >/desk/models/1
GET /desk/models/{id}/feature | >/desk/models/1
GET /desk/models/{id}/preview | in 404 404 404 404 200 again 200 404 in 404
GET /desk/models/{id}/restore | >/desk/models/1
GET /desk/models/{id}/rule | >/desk/models/1
GET /desk/models/{id}/send-back | >/desk/models/1
GET /desk/models/{id}/unfeature | >/desk/models/1
GET /desk/orders | in 404 404 404 404 200 200 404 404 in 404
GET /desk/orders/{id} | in 404 404 404 404 200 200 404 404 in 404
GET /desk/orders/{id}/cancel | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
GET /desk/orders/{id}/confirm | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
GET /desk/orders/{id}/note | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
GET /desk/orders/{id}/receipt | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
GET /desk/orders/{id}/refund | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
GET /desk/orders/{id}/tax | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
GET /desk/pages | in 404 404 404 404 200 200 404 404 in 404
GET /desk/pages/{kind} | /desk/pages/terms | in 404 404 404 404 200 again 404 404 in 404
GET /desk/pages/{kind}/withdraw | /desk/pages/terms/withdraw | >/desk/pages/terms
GET /desk/payouts | in 404 404 404 404 200 200 404 404 in 404
GET /desk/payouts/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/payouts/{id}/arrived | in 404 404 404 404 >/desk/payouts/1 >/desk/payouts/1 404 404 in 404
GET /desk/payouts/{id}/bounce | in 404 404 404 404 >/desk/payouts/1 >/desk/payouts/1 404 404 in 404
GET /desk/payouts/{id}/cancel | in 404 404 404 404 >/desk/payouts/1 >/desk/payouts/1 404 404 in 404
GET /desk/payouts/{id}/file | in 404 404 404 404 >/desk/payouts/1 >/desk/payouts/1 404 404 in 404
GET /desk/payouts/{id}/send | in 404 404 404 404 >/desk/payouts/1 >/desk/payouts/1 404 404 in 404
GET /desk/payouts/{id}/withdraw | in 404 404 404 404 >/desk/payouts/1 >/desk/payouts/1 404 404 in 404
GET /desk/people | in 404 404 404 404 200 200 200 200 in 404
GET /desk/people/forget | in 404 404 404 404 200 again 404 404 in 404
GET /desk/money | in 404 404 404 404 200 200 404 404 in 404
GET /desk/money/adjust | in 404 404 404 404 >/desk/money >/desk/money 404 404 in 404
GET /desk/money/bank | in 404 404 404 404 >/desk/money >/desk/money 404 404 in 404
GET /desk/money/entries | in 404 404 404 404 200 200 404 404 in 404
GET /desk/money/entries/csv | in 404 404 404 404 200 200 404 404 in 404
GET /desk/money/entries/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/money/report | in 404 404 404 404 200 200 404 404 in 404
GET /desk/money/report/{id} | in 404 404 404 404 >/desk/money/report >/desk/money/report 404 404 in 404
GET /desk/money/shares | in 404 404 404 404 200 200 404 404 in 404
GET /desk/money/shares/{about}/{id}/end | /desk/money/shares/seller/1/end | in 404 404 404 404 >/desk/money/shares >/desk/money/shares 404 404 in 404
GET /desk/people/{id} | in 404 404 404 404 200 again 200 200 in 404
GET /desk/people/{id}/ask | >/desk/people/1
GET /desk/people/{id}/confirm | >/desk/people/1
GET /desk/people/{id}/erase | >/desk/people/1
GET /desk/people/{id}/keep | >/desk/people/1
GET /desk/people/{id}/restore | >/desk/people/1
GET /desk/people/{id}/roles | >/desk/people/1
GET /desk/people/{id}/sessions | >/desk/people/1
GET /desk/people/{id}/storage | >/desk/people/1
GET /desk/people/{id}/suspend | >/desk/people/1
GET /desk/refund-requests | in 404 404 404 404 200 200 404 404 in 404
GET /desk/refund-requests/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/refunds | in 404 404 404 404 200 200 404 404 in 404
GET /desk/refunds/{id}/settle | in 404 404 404 404 >/desk/refunds >/desk/refunds 404 404 in 404
GET /desk/reports | in 404 404 404 404 200 200 200 404 in 404
GET /desk/reports/{id} | in 404 404 404 404 200 again 200 404 in 404
GET /desk/reports/{id}/decide | >/desk/reports/1
GET /desk/reviews/{id} | in 404 404 404 404 404 again 404 404 in 404
GET /desk/reviews/{id}/hide | >/desk/reviews/1
GET /desk/statements/{seller} | in 404 404 404 404 200 200 404 404 in 404
GET /desk/statements/{seller}/{month} | in 404 404 404 404 404 404 404 404 in 404
GET /desk/statements/{seller}/{month}/csv | in 404 404 404 404 404 404 404 404 in 404
GET /desk/statements/{seller}/{month}/pdf | in 404 404 404 404 404 404 404 404 in 404
GET /desk/storage | in 404 404 404 404 200 200 404 404 in 404
GET /desk/storage/{id} | in 404 404 404 404 200 200 404 404 in 404
GET /desk/tax | in 404 404 404 404 200 200 404 404 in 404
GET /desk/tax/rates | in 404 404 404 404 >/desk/tax >/desk/tax 404 404 in 404
GET /desk/tax/rates/{id}/end | in 404 404 404 404 >/desk/tax >/desk/tax 404 404 in 404
GET /desk/tax/report | in 404 404 404 404 200 200 404 404 in 404
GET /desk/tax/report/csv | in 404 404 404 404 200 200 404 404 in 404
GET /desk/tax/settings | in 404 404 404 404 200 again 404 404 in 404
GET /desk/tax-reports | in 404 404 404 404 200 200 404 404 in 404
GET /device | in 200 200 200 200 200 200 200 200 in 200
GET /docs | 200
GET /docs/operations/{operation} | /docs/operations/listModels | 200
GET /docs/schemas | 200
GET /docs/schemas/{schema} | /docs/schemas/Model | 200
GET /facets | 200
GET /favicon.ico | 200
GET /following | in 200 200 200 200 200 200 200 200 in 200
GET /following/{username} | /following/seller | in 200 200 200 200 200 200 200 200 in 200
GET /following/{username}/remove | /following/seller/remove | >/following/seller
GET /free/{id}/all.zip | 200
GET /free/{id}/files/{file} | /free/1/files/1 | 302
GET /healthz | 200
GET /help | 404
GET /help/versions | 404
GET /help/versions/{version} | 404
GET /imprint | 404
GET /imprint/versions | 404
GET /imprint/versions/{version} | 404
GET /join | 200 >/account >/account >/account >/account >/account >/account >/account >/account 200 >/account
GET /join/provider | >/account/security
GET /language | >/
GET /library | in 200 200 200 200 200 200 200 200 in 200
GET /library/orders/{id} | in 200 200 404 404 404 404 404 404 in 404
GET /library/orders/{id}/all.zip | in 200 200 404 404 404 404 404 404 in 404
GET /library/orders/{id}/files/{file} | /library/orders/1/files/1 | in 302 302 404 404 404 404 404 404 in 404
GET /library/orders/{id}/refund | in 200 200 404 404 404 404 404 404 in 404
GET /library/orders/{id}/receipt.jwt | in 200 200 404 404 404 404 404 404 in 404
GET /library/orders/{id}/receipt.pdf | in 200 200 404 404 404 404 404 404 in 404
GET /licenses/{license} | /licenses/general | 200
GET /licenses/{license}/{version} | /licenses/general/1 | 200
GET /likes | in 200 200 200 200 200 200 200 200 in 200
GET /likes/own | in 200 200 200 200 200 200 200 200 in 200
GET /likes/{id} | in 200 200 200 200 200 200 200 200 in 200
GET /likes/{id}/remove | >/likes/1
GET /link/{key} | 404
GET /mail/stop/{key} | 404
GET /oauth/authorize | 400
GET /openapi-3.0.json | 200
GET /openapi.json | 200
GET /openapi.yaml | 200
GET /orders/code | >/orders/find
GET /orders/find | 200
GET /orders/found | >/orders/find
GET /orders/found/keep | >/orders/found
GET /orders/link/{key} | 404
GET /outbox | 200
GET /outbox/{id} | 200
GET /privacy | 404
GET /privacy/versions | 404
GET /privacy/versions/{version} | 404
GET /problems/{code} | /problems/not_found | 200
GET /readyz | 200
GET /receipt/{key} | 404
GET /receipt/{key}/all.zip | 404
GET /receipt/{key}/files/{id} | 404
GET /receipt/{key}/invoices/{number} | 404
GET /receipt/{key}/invoices/{number}/pdf | 404
GET /receipt/{key}/invoices/{number}/xml | 404
GET /receipt/{key}/refund | 404
GET /receipt/{key}/receipt.jwt | 404
GET /receipt/{key}/receipt.pdf | 404
GET /receipts/verify | 200
GET /refunds | 404
GET /refunds/versions | 404
GET /refunds/versions/{version} | 404
GET /report | 200
GET /report/{key} | 404
GET /reset | 200
GET /reset/code | >/reset
GET /reviews | in 200 200 200 200 200 200 200 200 in 200
GET /reviews/{id} | 200
GET /reviews/{id}/mine | in 200 200 200 200 200 200 200 200 in 200
GET /reviews/{id}/mine/pictures | >/reviews/1/mine
GET /reviews/{id}/mine/pictures/{shot}/remove | >/reviews/1/mine
GET /reviews/{id}/mine/withdraw | >/reviews/1/mine
GET /reviews/{id}/{review} | /reviews/1/1 | 404
GET /reviews/{id}/{review}/answer | /reviews/1/1/answer | >/reviews/1/1
GET /robots.txt | 200
GET /search | 200
GET /sell | in 200 200 200 200 200 200 200 200 in 200
GET /sell/bulk | in >/sell >/sell >/sell >/sell >/sell >/sell >/sell >/sell in >/sell
GET /sell/invoices | in 200 200 200 200 200 200 200 200 in 200
GET /sell/invoices/csv | in 200 200 200 200 200 200 200 200 in 200
GET /sell/invoices/{number} | /sell/invoices/INV-000001 | in 404 404 404 404 404 404 404 404 in 404
GET /sell/invoices/{number}/pdf | /sell/invoices/INV-000001/pdf | in 404 404 404 404 404 404 404 404 in 404
GET /sell/invoices/{number}/xml | /sell/invoices/INV-000001/xml | in 404 404 404 404 404 404 404 404 in 404
GET /sell/deals | in 200 200 200 200 200 200 200 200 in 200
GET /sell/deals/bundles | in 200 200 200 200 200 200 200 200 in 200
GET /sell/deals/bundles/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /sell/deals/bundles/{id}/end | in >/sell/deals/bundles/1 >/sell/deals/bundles/1 >/sell/deals/bundles/1 >/sell/deals/bundles/1 >/sell/deals/bundles/1 >/sell/deals/bundles/1 >/sell/deals/bundles/1 >/sell/deals/bundles/1 in >/sell/deals/bundles/1
GET /sell/deals/coupons | in 200 200 200 200 200 200 200 200 in 200
GET /sell/deals/coupons/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /sell/deals/coupons/{id}/end | in >/sell/deals/coupons/1 >/sell/deals/coupons/1 >/sell/deals/coupons/1 >/sell/deals/coupons/1 >/sell/deals/coupons/1 >/sell/deals/coupons/1 >/sell/deals/coupons/1 >/sell/deals/coupons/1 in >/sell/deals/coupons/1
GET /sell/deals/part | in >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals in >/sell/deals
GET /sell/deals/promotions | in 200 200 200 200 200 200 200 200 in 200
GET /sell/deals/promotions/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /sell/deals/promotions/{id}/end | in >/sell/deals/promotions/1 >/sell/deals/promotions/1 >/sell/deals/promotions/1 >/sell/deals/promotions/1 >/sell/deals/promotions/1 >/sell/deals/promotions/1 >/sell/deals/promotions/1 >/sell/deals/promotions/1 in >/sell/deals/promotions/1
GET /sell/models | in >/sell >/sell >/sell >/sell >/sell >/sell >/sell >/sell in >/sell
GET /sell/models/{id} | in 404 404 200 404 404 404 404 404 in 404
GET /sell/models/{id}/draft/discard | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/draft/publish | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/events | in 404 404 200 404 404 404 404 404 in 404
GET /sell/models/{id}/files | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/files/{file}/remove | /sell/models/1/files/1/remove | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/pictures | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/pictures/{picture}/crop | /sell/models/1/pictures/1/crop | in 404 404 200 404 404 404 404 404 in 404
GET /sell/models/{id}/pictures/{picture}/move | /sell/models/1/pictures/1/move | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/pictures/{picture}/remove | /sell/models/1/pictures/1/remove | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/preview | in 404 404 200 404 404 404 404 404 in 404
GET /sell/models/{id}/publish | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/reading | in 404 404 200 404 404 404 404 404 in 404
GET /sell/models/{id}/remove | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/texts | in 404 404 200 404 404 404 404 404 in 404
GET /sell/models/{id}/views | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/models/{id}/withdraw | in 404 404 >/sell/models/1 404 404 404 404 404 in 404
GET /sell/money/account | in 200 again 200 200 200 again 200 200 in 200
GET /sell/money/connect | in >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money in >/sell/money
GET /sell/money/disconnect | in >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money >/sell/money in >/sell/money
GET /sell/profile | in 200 200 200 200 200 200 200 200 in 200
GET /sell/profile/avatar | >/sell/profile
GET /sell/profile/cover | >/sell/profile
GET /sell/profile/remove | >/sell/profile
GET /sell/money | in 200 200 200 200 200 200 200 200 in 200
GET /sell/refunds | in 200 200 200 200 200 200 200 200 in 200
GET /sell/refunds/{id} | in 404 404 404 404 404 404 404 404 in 404
GET /sell/sales | in 200 200 200 200 200 200 200 200 in 200
GET /sell/sales.csv | in 200 200 200 200 200 200 200 200 in 200
GET /sell/tax | in 200 200 200 200 200 200 200 200 in 200
GET /sell/statements | in 200 200 200 200 200 200 200 200 in 200
GET /sell/statements/{month} | in 404 404 404 404 404 404 404 404 in 404
GET /sell/statements/{month}/csv | in 404 404 404 404 404 404 404 404 in 404
GET /sell/statements/{month}/pdf | in 404 404 404 404 404 404 404 404 in 404
GET /sell/tax-office | in 200 again 200 200 200 again 200 200 in 200
GET /sellers/{username} | /sellers/seller | 200
GET /setup | 404
GET /shared/{key} | 404
GET /sign-in | 200 >/account >/account >/account >/account >/account >/account >/account >/account 200 >/account
GET /sign-in/again | in 200 200 200 200 200 200 200 200 in 200
GET /sign-in/code | >/sign-in
GET /sign-in/link | >/sign-in
GET /sign-in/provider | 404
GET /sign-in/provider/again | >/account/security
GET /sign-in/second | in 200 200 200 200 200 200 200 200 in 200
GET /sign-out | >/
GET /sitemap.xml | 200
GET /sitemaps/{number} | 404
GET /suggest | 200
GET /terms | 404
GET /terms/versions | 404
GET /terms/versions/{version} | 404
GET /viewer/ | 404
GET /{$} | 200
HEAD /sell/models/{id}/uploads/{upload} | 401 404 404 404 404 404 404 404 404 401 404
PATCH /sell/models/{id}/uploads/{upload} | 401 404 404 404 404 404 404 404 404 401 404
POST /account/address | in 422 again 422 422 422 again 422 422 in 422
POST /account/address/again | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
POST /account/address/keep | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
POST /account/applications/new | in 422 again 422 422 422 again 422 422 in 422
POST /account/applications/revoke | in 404 404 404 404 404 404 404 404 in 404
POST /account/webhooks/new | in 422 again 422 422 422 again 422 422 in 422
POST /account/webhooks/{id}/edit | /account/webhooks/{webhook}/edit | in 412 again 404 404 404 again 404 404 in 404
POST /account/webhooks/{id}/rotate | /account/webhooks/{webhook}/rotate | in 200 again 404 404 404 again 404 404 in 404
POST /account/webhooks/{id}/remove | /account/webhooks/{webhook}/remove | in >/account/webhooks again 404 404 404 again 404 404 in 404
POST /account/webhooks/{id}/test | /account/webhooks/{webhook}/test | in >/account/webhooks/{webhook} >/account/webhooks/{webhook} 404 404 404 404 404 404 in 404
POST /account/webhooks/{id}/redeliver | /account/webhooks/{webhook}/redeliver | in 422 422 404 404 404 404 404 404 in 404
POST /account/webhooks/{id}/deliveries/{delivery} | /account/webhooks/{webhook}/deliveries/{delivery} | in >/account/webhooks/{webhook} >/account/webhooks/{webhook} 404 404 404 404 404 404 in 404
POST /account/applications/{id} | /account/applications/{application} | in 422 again 404 404 404 404 404 404 in 404
POST /account/applications/{id}/logo | /account/applications/{application}/logo | in 400 again 404 404 404 404 404 404 in 404
POST /account/applications/{id}/remove | /account/applications/{application}/remove | in >/account/applications again 404 404 404 404 404 404 in 404
POST /account/applications/{id}/secret | /account/applications/{application}/secret | in 200 again 404 404 404 404 404 404 in 404
POST /account/decisions/{id}/object | in 404 404 404 404 404 404 404 404 in 404
POST /account/erase | in 422 again 422 422 422 again 422 422 in 422
POST /account/erase/keep | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
POST /account/export | in 200 again 200 200 200 again 200 200 in 200
POST /account/language | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
POST /account/mails | in >/account/mails >/account/mails >/account/mails >/account/mails >/account/mails >/account/mails >/account/mails >/account/mails in >/account/mails
POST /account/password | in 422 again 422 422 422 again 422 422 in 422
POST /account/security/app | in 422 422 422 422 422 422 422 422 in 422
POST /account/security/app/confirm | in 409 again 409 409 409 again 409 409 in 409
POST /account/security/apps/{id} | in 422 422 422 422 422 422 422 422 in 422
POST /account/security/codes | in 409 again 409 409 409 again 409 409 in 409
POST /account/security/elsewhere | in 404 404 404 404 404 404 404 404 in 404
POST /account/security/elsewhere/{id} | in 404 again 404 404 404 again 404 404 in 404
POST /account/security/passkeys | 401 400 400 400 400 400 400 400 400 401 400
POST /account/security/passkeys/options | 401 503 503 503 503 503 503 503 503 401 503
POST /account/security/passkeys/{id} | in 422 422 422 422 422 422 422 422 in 422
POST /account/sessions | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
POST /account/sessions/{id} | /account/sessions/{session} | in >/account >/account 404 404 404 404 404 404 in 404
POST /account/tokens | in 422 again 422 422 422 again 422 422 in 422
POST /account/tokens/{id}/revoke | /account/tokens/{token}/revoke | in >/account/tokens again 404 404 404 again 404 404 in 404
POST /account/tokens/{id}/rotate | /account/tokens/{token}/rotate | in 200 again 404 404 404 again 404 404 in 404
POST /adult | >/
POST /agree | in >/account >/account >/account >/account >/account >/account >/account >/account in >/account
POST /buy | 400
POST /cart | 400
POST /cart/checkout | 409
POST /cart/remove | 400
POST /checkout/{key} | 404
POST /checkouts/{key} | 404
POST /collections | in 422 422 422 422 422 422 422 422 in 422
POST /collections/{id}/arrange | in 404 404 404 404 404 404 404 404 in 404
POST /collections/{id}/edit | in 404 404 404 404 404 404 404 404 in 404
POST /collections/{id}/models | in 400 400 400 400 400 400 400 400 in 400
POST /collections/{id}/models/{model}/remove | /collections/1/models/1/remove | in 404 404 404 404 404 404 404 404 in 404
POST /collections/{id}/remove | in 404 404 404 404 404 404 404 404 in 404
POST /confirm/{key} | in 404 404 404 404 404 404 404 404 in 404
POST /desk/decisions/{id}/answer | in 404 404 404 404 404 again 404 404 in 404
POST /desk/decisions/{id}/restore | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/bundles | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/bundles/{id} | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/bundles/{id}/end | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/coupons | in 404 404 404 404 422 again 404 404 in 404
POST /desk/deals/coupons/{id} | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/coupons/{id}/end | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/part | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/promotions | in 404 404 404 404 422 again 404 404 in 404
POST /desk/deals/promotions/{id} | in 404 404 404 404 404 again 404 404 in 404
POST /desk/deals/promotions/{id}/end | in 404 404 404 404 404 again 404 404 in 404
POST /desk/disputes/{id}/evidence | in 404 404 404 404 404 again 404 404 in 404
POST /desk/house | in 404 404 404 404 412 again 404 404 in 404
POST /desk/jobs/{id}/give-up | in 404 404 404 404 404 404 404 404 in 404
POST /desk/jobs/{id}/retry | in 404 404 404 404 404 404 404 404 in 404
POST /desk/mails/words/{language}/{kind} | /desk/mails/words/en/receipt | in 404 404 404 404 422 again 404 404 in 404
POST /desk/mails/{id}/again | in 404 404 404 404 >/desk/mails again 404 404 in 404
POST /desk/applications/tokens/{id}/revoke | in 404 404 404 404 >/desk/applications/tokens again 404 404 in 404
POST /desk/applications/{id}/remove | in 404 404 404 404 >/desk/applications again 404 404 in 404
POST /desk/applications/{id}/revoke | in 404 404 404 404 404 again 404 404 in 404
POST /desk/categories | in 404 404 404 404 422 again 404 404 in 404
POST /desk/categories/{id} | in 404 404 404 404 412 again 404 404 in 404
POST /desk/categories/{id}/merge | in 404 404 404 404 422 again 404 404 in 404
POST /desk/categories/{id}/remove | in 404 404 404 404 409 again 404 404 in 404
POST /desk/collections/{id}/hide | in 404 404 404 404 404 again 404 404 in 404
POST /desk/licenses | in 404 404 404 404 422 again 404 404 in 404
POST /desk/licenses/{license} | /desk/licenses/general | in 404 404 404 404 422 again 404 404 in 404
POST /desk/licenses/{license}/offer | /desk/licenses/general/offer | in 404 404 404 404 409 again 404 404 in 404
POST /desk/licenses/{license}/remove | /desk/licenses/general/remove | in 404 404 404 404 409 again 404 404 in 404
POST /desk/licenses/{license}/retire | /desk/licenses/general/retire | in 404 404 404 404 409 again 404 404 in 404
POST /desk/models/{id}/approve | in 404 404 404 404 409 again 409 404 in 404
POST /desk/models/{id}/feature | in 404 404 404 404 422 again 422 404 in 404
POST /desk/models/{id}/restore | in 404 404 404 404 422 again 422 404 in 404
POST /desk/models/{id}/rule | in 404 404 404 404 422 again 422 404 in 404
POST /desk/models/{id}/send-back | in 404 404 404 404 409 again 409 404 in 404
POST /desk/models/{id}/unfeature | in 404 404 404 404 >/desk/models/1 again >/desk/models/1 404 in 404
POST /desk/orders/{id}/cancel | in 404 404 404 404 412 again 404 404 in 404
POST /desk/orders/{id}/confirm | in 404 404 404 404 412 again 404 404 in 404
POST /desk/orders/{id}/note | in 404 404 404 404 422 422 404 404 in 404
POST /desk/orders/{id}/receipt | in 404 404 404 404 >/desk/orders/1 >/desk/orders/1 404 404 in 404
POST /desk/orders/{id}/refund | in 404 404 404 404 412 again 404 404 in 404
POST /desk/orders/{id}/tax | in 404 404 404 404 409 again 404 404 in 404
POST /desk/pages/{kind} | /desk/pages/terms | in 404 404 404 404 422 again 404 404 in 404
POST /desk/pages/{kind}/withdraw | /desk/pages/terms/withdraw | in 404 404 404 404 >/desk/pages/terms again 404 404 in 404
POST /desk/money/adjust | in 404 404 404 404 422 422 404 404 in 404
POST /desk/money/bank | in 404 404 404 404 422 422 404 404 in 404
POST /desk/money/report/{id} | in 404 404 404 404 422 422 404 404 in 404
POST /desk/money/shares | in 404 404 404 404 422 422 404 404 in 404
POST /desk/money/shares/{about}/{id}/end | /desk/money/shares/seller/1/end | in 404 404 404 404 404 again 404 404 in 404
POST /desk/payouts | in 404 404 404 404 412 again 404 404 in 404
POST /desk/payouts/{id}/arrived | in 404 404 404 404 404 again 404 404 in 404
POST /desk/payouts/{id}/bounce | in 404 404 404 404 404 404 404 404 in 404
POST /desk/payouts/{id}/cancel | in 404 404 404 404 404 again 404 404 in 404
POST /desk/payouts/{id}/file | in 404 404 404 404 404 again 404 404 in 404
POST /desk/payouts/{id}/send | in 404 404 404 404 404 again 404 404 in 404
POST /desk/payouts/{id}/withdraw | in 404 404 404 404 404 again 404 404 in 404
POST /desk/people/forget | in 404 404 404 404 422 again 404 404 in 404
POST /desk/people/{id}/ask | in 404 404 404 404 >/desk/people/1 again 404 >/desk/people/1 in 404
POST /desk/people/{id}/confirm | in 404 404 404 404 >/desk/people/1 again 404 404 in 404
POST /desk/people/{id}/erase | in 404 404 404 404 >/desk/people/1 again 404 404 in 404
POST /desk/people/{id}/keep | in 404 404 404 404 >/desk/people/1 again 404 404 in 404
POST /desk/people/{id}/restore | in 404 404 404 404 422 again 422 404 in 404
POST /desk/people/{id}/roles | in 404 404 404 404 >/desk/people/1 again 404 404 in 404
POST /desk/people/{id}/sessions | in 404 404 404 404 >/desk/people/1 again >/desk/people/1 >/desk/people/1 in 404
POST /desk/people/{id}/storage | in 404 404 404 404 >/desk/people/1 again 404 404 in 404
POST /desk/people/{id}/suspend | in 404 404 404 404 422 again 422 404 in 404
POST /desk/refund-requests/{id} | in 404 404 404 404 404 404 404 404 in 404
POST /desk/refunds/{id}/settle | in 404 404 404 404 422 again 404 404 in 404
POST /desk/reports/{id}/decide | in 404 404 404 404 422 again 422 404 in 404
POST /desk/reviews/{id}/hide | in 404 404 404 404 404 again 404 404 in 404
POST /desk/storage/{id} | in 404 404 404 404 >/desk/storage/1 again 404 404 in 404
POST /desk/tax/rates | in 404 404 404 404 422 again 404 404 in 404
POST /desk/tax/rates/{id}/end | in 404 404 404 404 404 again 404 404 in 404
POST /desk/tax/settings | in 404 404 404 404 422 again 404 404 in 404
POST /desk/tax-reports | in 404 404 404 404 422 422 404 404 in 404
POST /device | in 200 200 200 200 200 200 200 200 in 200
POST /following/{username} | /following/seller | in 403 403 403 403 403 403 403 403 in 403
POST /following/{username}/remove | /following/nobody/remove | in 404 404 404 404 404 404 404 404 in 404
POST /join | 422
POST /join/provider | 404
POST /likes | 400
POST /likes/{id}/remove | in >/likes >/likes >/likes >/likes >/likes >/likes >/likes >/likes in >/likes
POST /link/{key} | 404
POST /language | 400
POST /mail/stop/{key} | 404
POST /oauth/authorize | 400
POST /oauth/device_authorization | programs: 401
POST /oauth/device_authorization.json | programs: 401
POST /oauth/device_authorization/{$} | programs: 401
POST /oauth/register | programs: 400
POST /oauth/register.json | programs: 400
POST /oauth/register/{$} | programs: 400
POST /oauth/revoke | programs: 401
POST /oauth/revoke.json | programs: 401
POST /oauth/revoke/{$} | programs: 401
POST /payments/{provider}/events | programs: 404
POST /oauth/token | programs: 401
POST /oauth/token.json | programs: 401
POST /oauth/token/{$} | programs: 401
POST /library/orders/{id}/refund | in 409 409 404 404 404 404 404 404 in 404
POST /orders/code | 422
POST /orders/find | 422
POST /orders/found/close | >/orders/find
POST /orders/found/keep | in 401 401 401 401 401 401 401 401 in 401
POST /orders/link/{key} | 404
POST /receipt/{key}/refund | 404
POST /receipts/verify | 422
POST /report | 422
POST /reset | 422
POST /reset/code | 422
POST /reviews/{id}/mine | in 422 422 422 422 422 422 422 422 in 422
POST /reviews/{id}/mine/pictures | in 422 422 422 422 422 422 422 422 in 422
POST /reviews/{id}/mine/pictures/{shot}/remove | in >/reviews >/reviews >/reviews >/reviews >/reviews >/reviews >/reviews >/reviews in >/reviews
POST /reviews/{id}/mine/withdraw | in >/reviews >/reviews >/reviews >/reviews >/reviews >/reviews >/reviews >/reviews in >/reviews
POST /reviews/{id}/{review}/answer | /reviews/1/1/answer | in 404 404 404 404 404 404 404 404 in 404
POST /sell/bulk | in 422 422 422 422 422 422 422 422 in 422
POST /sell/drafts | 401 201 201 201 201 201 201 201 201 401 403
POST /sell/deals/bundles | in 422 422 422 422 422 422 422 422 in 403
POST /sell/deals/bundles/{id} | in 404 404 404 404 404 404 404 404 in 404
POST /sell/deals/bundles/{id}/end | in 404 404 404 404 404 404 404 404 in 404
POST /sell/deals/coupons | in 422 422 422 422 422 422 422 422 in 403
POST /sell/deals/coupons/{id} | in 404 404 404 404 404 404 404 404 in 404
POST /sell/deals/coupons/{id}/end | in 404 404 404 404 404 404 404 404 in 404
POST /sell/deals/part | in >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals >/sell/deals in >/sell/deals
POST /sell/deals/promotions | in 422 422 422 422 422 422 422 422 in 403
POST /sell/deals/promotions/{id} | in 404 404 404 404 404 404 404 404 in 404
POST /sell/deals/promotions/{id}/end | in 404 404 404 404 404 404 404 404 in 404
POST /sell/models | in 422 422 422 422 422 422 422 422 in 403
POST /sell/models/{id} | /sell/models/{model} | in 404 404 409 404 404 404 404 404 in 404
POST /sell/models/{id}/draft/discard | in 404 404 400 404 404 404 404 404 in 404
POST /sell/models/{id}/draft/publish | in 404 404 400 404 404 404 404 404 in 404
POST /sell/models/{id}/files | /sell/models/{model}/files | in 404 404 422 404 404 404 404 404 in 404
POST /sell/models/{id}/files/{file}/remove | /sell/models/{model}/files/1/remove | in 404 404 404 404 404 404 404 404 in 404
POST /sell/models/{id}/pictures | /sell/models/{model}/pictures | in 404 404 422 404 404 404 404 404 in 404
POST /sell/models/{id}/pictures/{picture}/crop | /sell/models/{model}/pictures/1/crop | in 404 404 404 404 404 404 404 404 in 404
POST /sell/models/{id}/pictures/{picture}/move | /sell/models/{model}/pictures/1/move | in 404 404 400 404 404 404 404 404 in 404
POST /sell/models/{id}/pictures/{picture}/remove | /sell/models/{model}/pictures/1/remove | in 404 404 404 404 404 404 404 404 in 404
POST /sell/models/{id}/publish | /sell/models/{model}/publish | in 404 404 409 404 404 404 404 404 in 404
POST /sell/models/{id}/remove | /sell/models/{model}/remove | in 404 404 >/sell 404 404 404 404 404 in 404
POST /sell/models/{id}/texts | /sell/models/{model}/texts | in 404 404 400 404 404 404 404 404 in 404
POST /sell/models/{id}/uploads | 401 404 404 412 404 404 404 404 404 401 404
POST /sell/models/{id}/views | /sell/models/{model}/views | in 404 404 422 404 404 404 404 404 in 404
POST /sell/models/{id}/withdraw | /sell/models/{model}/withdraw | in 404 404 >/sell/models/{model} 404 404 404 404 404 in 404
POST /sell/money/account | in 422 again 422 422 422 again 422 422 in 422
POST /sell/money/connect | in 404 404 404 404 404 404 404 404 in 404
POST /sell/money/disconnect | in 404 again 404 404 404 again 404 404 in 404
POST /sell/profile | in >/sell/profile >/sell/profile >/sell/profile >/sell/profile >/sell/profile >/sell/profile >/sell/profile >/sell/profile in >/sell/profile
POST /sell/profile/avatar | in 422 422 422 422 422 422 422 422 in 422
POST /sell/profile/cover | in 422 422 422 422 422 422 422 422 in 422
POST /sell/profile/remove | in 400 400 400 400 400 400 400 400 in 400
POST /sell/refunds/{id} | in 404 404 404 404 404 404 404 404 in 404
POST /sell/tax | in 422 422 422 422 422 422 422 422 in 422
POST /sell/tax-office | in 412 again 412 412 412 again 412 412 in 412
POST /setup | 404
POST /sign-in | 422
POST /sign-in/again | in 422 422 422 422 422 422 422 422 in 422
POST /sign-in/code | 422
POST /sign-in/link | 422
POST /sign-in/passkey | 400
POST /sign-in/passkey/options | 503
POST /sign-in/passkey/own | 401 400 400 400 400 400 400 400 400 401 400
POST /sign-in/passkey/own/options | 401 503 503 503 503 503 503 503 503 401 503
POST /sign-in/provider | 404
POST /sign-in/provider/again | in 404 404 404 404 404 404 404 404 in 404
POST /sign-in/second | in 422 422 422 422 422 422 422 422 in 422
POST /sign-out | >/
`
