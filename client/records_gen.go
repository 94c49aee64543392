// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"time"
)

// Application is a program that the operator registered.
type Application struct {
	// The application's id.
	ID int64 `json:"id"`
	// Its public name in OAuth.
	ClientID string `json:"client_id"`
	// Its name for people.
	Name string `json:"name"`
}

// Audience is who sees a collection. private: its owner. link: who has its url. public: everybody.
type Audience string

// What Audience can be. A later server may say more.
const (
	AudiencePrivate Audience = "private"
	AudienceLink    Audience = "link"
	AudiencePublic  Audience = "public"
)

// Box is the smallest box along the axes.
type Box struct {
	// The lowest x, y and z.
	Min []float64 `json:"min"`
	// The highest x, y and z.
	Max []float64 `json:"max"`
}

// Certainty: measured, said by the file and not checked, or not known.
type Certainty string

// What Certainty can be. A later server may say more.
const (
	CertaintyVerified Certainty = "verified"
	CertaintyDeclared Certainty = "declared"
	CertaintyUnknown  Certainty = "unknown"
)

// Claim: something that an author says, beside what was measured.
type Claim struct {
	// The member of the model, or of its info, that says it.
	Field string `json:"field"`
	// What the author says: a number, a word, true or false.
	Claimed any `json:"claimed"`
	// What the files tell, of the same type.
	Measured any `json:"measured"`
	// Of counts: within one in a hundred.
	Agrees bool `json:"agrees"`
}

// CollectionEntry is a collection without its models.
type CollectionEntry struct {
	// Names the collection in addresses.
	ID int64 `json:"id"`
	// Whose it is.
	Username string `json:"username"`
	// One line.
	Name string `json:"name"`
	// Plain text; may be empty.
	Text string `json:"text"`
	// Who sees it.
	Shown Audience `json:"shown"`
	// How many models it holds, also those that are not in the catalogue.
	Total int64 `json:"total"`
	// A moderator took it off: nobody but its owner sees it, whatever shown says, and it can't be
	// changed.
	Hidden bool `json:"hidden"`
	// Its page, for those who see it. That of one which is shown by link changes when it becomes
	// private.
	URL string `json:"url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// Decision is what was done about a model, for those who decide.
type Decision struct {
	// The person whose model, review or collection it is.
	AuthorID int64 `json:"author_id"`
	// The report that it followed; null for none.
	ReportID *int64 `json:"report_id"`
	// The person who decided.
	DecidedBy int64 `json:"decided_by"`
	// Names the decision in addresses.
	ID int64 `json:"id"`
	// The model that it is about; 0 for none, where it is about a collection.
	ModelID int64 `json:"model_id"`
	// The review of that model that it is about; null: the model itself.
	ReviewID *int64 `json:"review_id"`
	// The collection that it is about; null for none.
	CollectionID *int64 `json:"collection_id"`
	// What was done.
	Action DecisionAction `json:"action"`
	// What asks for it.
	Ground DecisionGround `json:"ground"`
	// The facts, and why they are against law or terms.
	Reason string `json:"reason"`
	// Those who bought the model keep its files.
	Downloads bool `json:"downloads"`
	// It holds still.
	Stands bool `json:"stands"`
	// What the author objects; null for nothing.
	Objection *string `json:"objection"`
	// What was answered to that; null before.
	Answer *string `json:"answer"`
	// When the author objected; null before.
	ObjectedAt *time.Time `json:"objected_at"`
	// When that was answered; null before.
	AnsweredAt *time.Time `json:"answered_at"`
	// When the model, review or collection was restored; null before.
	LiftedAt *time.Time `json:"lifted_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// DecisionAction: hide: the model leaves the catalogue. take_down: its bytes are not taken again
// either.
type DecisionAction string

// What DecisionAction can be. A later server may say more.
const (
	DecisionActionHide     DecisionAction = "hide"
	DecisionActionTakeDown DecisionAction = "take_down"
)

// DecisionGround: law: it is illegal. terms: it breaks the terms of the marketplace.
type DecisionGround string

// What DecisionGround can be. A later server may say more.
const (
	DecisionGroundLaw   DecisionGround = "law"
	DecisionGroundTerms DecisionGround = "terms"
)

// DeskReason: why somebody at a desk does something.
type DeskReason struct {
	// Why, in at most 5,000 characters: whom it concerns gets these words.
	Reason string `json:"reason"`
}

// FactBool is a measured value with its certainty.
type FactBool struct {
	// null when it is not known.
	Value *bool `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactBox is a measured value with its certainty.
type FactBox struct {
	// null when it is not known.
	Value *Box `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactFloat is a measured value with its certainty.
type FactFloat struct {
	// null when it is not known.
	Value *float64 `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactGeometryType is a measured value with its certainty.
type FactGeometryType struct {
	// null when it is not known.
	Value *GeometryType `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactInt is a measured value with its certainty.
type FactInt struct {
	// null when it is not known.
	Value *int64 `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactUnits is a measured value with its certainty.
type FactUnits struct {
	// null when it is not known.
	Value *Units `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactUnwrappedUVs is a measured value with its certainty.
type FactUnwrappedUVs struct {
	// null when it is not known.
	Value *UnwrappedUVs `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// FactUpAxis is a measured value with its certainty.
type FactUpAxis struct {
	// null when it is not known.
	Value *UpAxis `json:"value"`
	// How sure the value is.
	Certainty Certainty `json:"certainty"`
}

// Facts is what is known of geometry.
type Facts struct {
	// Faces as stored: an n-gon is one.
	Polygons FactInt `json:"polygons"`
	// As drawn, every instance counted.
	Triangles FactInt `json:"triangles"`
	// The file's own; of STL welded by position.
	Vertices FactInt `json:"vertices"`
	// What most of it is made of.
	GeometryType FactGeometryType `json:"geometry_type"`
	// Every edge has two faces that run opposite ways.
	Watertight FactBool `json:"watertight"`
	// It has texture coordinates.
	UVWMapping FactBool `json:"uvw_mapping"`
	// How the texture coordinates lie.
	UnwrappedUVs FactUnwrappedUVs `json:"unwrapped_uvs"`
	// It has pictures on its surface.
	Textures FactBool `json:"textures"`
	// It has materials.
	Materials FactBool `json:"materials"`
	// It has a skeleton that moves its surface.
	Rigged FactBool `json:"rigged"`
	// It holds animation.
	Animated FactBool `json:"animated"`
	// Its materials are physically based.
	PBR FactBool `json:"pbr"`
	// Gaussian splats.
	Splats FactInt `json:"splats"`
	// In the file's own units.
	BoundingBox FactBox `json:"bounding_box"`
	// What one unit of length stands for.
	Units FactUnits `json:"units"`
	// The axis that points up.
	UpAxis FactUpAxis `json:"up_axis"`
	// Edges that belong to only one face.
	BoundaryEdges FactInt `json:"boundary_edges"`
	// Edges of more than two faces.
	NonManifoldEdges FactInt `json:"non_manifold_edges"`
	// Edges whose two faces run the same way.
	FlippedEdges FactInt `json:"flipped_edges"`
	// In cubes of the file's own units.
	Volume FactFloat `json:"volume"`
	// In squares of the file's own units.
	SurfaceArea FactFloat `json:"surface_area"`
}

// File is a file of a model.
type File struct {
	// Names the file in addresses.
	ID int64 `json:"id"`
	// As it was uploaded.
	Name string `json:"name"`
	// Bytes.
	Size int64 `json:"size"`
	// Redirects to the bytes for those who may have them.
	DownloadURL string `json:"download_url"`
	// End of the name, in small letters.
	Extension string `json:"extension"`
	// Of GET /v1/file_types; null when the type is not known.
	FileTypeID *int64 `json:"file_type_id"`
	// SHA-256 of the bytes, hex.
	SHA256 string `json:"sha256"`
	// Whether its bytes have been read.
	Status FileStatus `json:"status"`
	// Of a rejected file, why; of one that is ready, why some of its facts are unknown. Usually empty.
	Problems []FileProblem `json:"problems"`
	// Names of files that it needs, such as the .bin of a .gltf. The facts are incomplete until they
	// are uploaded.
	Missing []string `json:"missing"`
	// While it is read, for the first time or again, or waits for that; else null.
	Progress *FileProgress `json:"progress"`
	// When it was uploaded.
	CreatedAt time.Time `json:"created_at"`
	// When something about it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// Measured geometry, once it is known; null for what has none, such as textures. Lists of models
	// leave it out.
	Facts *Facts `json:"facts,omitzero"`
	// True when those who bought the model before the file was added get it too; else it is not there.
	ForBuyers *bool `json:"for_buyers,omitzero"`
}

// FileProblem is a reason to reject a file.
type FileProblem struct {
	// One of empty, type_mismatch, truncated, malformed, no_content, limit, unsafe, unmeasured,
	// texture_unread, texture_limit, archive_names, archive_entries, archive_encrypted,
	// archive_nested, archive_ratio, broken_archive, too_large, too_slow, unreadable, internal.
	// docs/errors.md says what each means and what to do.
	Code string `json:"code"`
	// The reason in words.
	Detail string `json:"detail"`
}

// FileProgress is how far a file has come that is being read.
type FileProgress struct {
	// What happens to it now.
	Stage FileStage `json:"stage"`
	// When that began.
	Since time.Time `json:"since"`
}

// FileStage is whether a file waits to be read or is being read.
type FileStage string

// What FileStage can be. A later server may say more.
const (
	FileStageWaiting FileStage = "waiting"
	FileStageReading FileStage = "reading"
)

// FileStatus: processing: its bytes are being read. rejected: problems says why.
type FileStatus string

// What FileStatus can be. A later server may say more.
const (
	FileStatusProcessing FileStatus = "processing"
	FileStatusReady      FileStatus = "ready"
	FileStatusRejected   FileStatus = "rejected"
)

// GeometryType is what geometry is made of.
type GeometryType string

// What GeometryType can be. A later server may say more.
const (
	GeometryTypePolygonalMesh    GeometryType = "polygonal_mesh"
	GeometryTypeGaussianSplats   GeometryType = "gaussian_splats"
	GeometryTypeSubdivisionReady GeometryType = "subdivision_ready"
	GeometryTypeNurbs            GeometryType = "nurbs"
	GeometryTypeOther            GeometryType = "other"
)

// License is what a buyer may do with a model.
type License struct {
	// The full text: the operator's, or of a model's custom license the seller's.
	Text string `json:"text"`
	// Which license it is: general and editorial are the operator's texts, custom is the seller's own;
	// there can be others.
	Type string `json:"type"`
	// Name for people.
	Name string `json:"name"`
	// Summary.
	Description string `json:"description"`
	// Of its text and terms, from 1 on: /licenses/{type}/{version} has both. null for a custom
	// license.
	Version *int64 `json:"version"`
	// Whether the text is the seller's own.
	Custom bool `json:"custom"`
	// Whether work that contains the model may be sold; null for a custom license, whose text says so.
	CommercialUse *bool `json:"commercial_use"`
	// Whether the files may be passed on; null for a custom license.
	Redistribution *bool `json:"redistribution"`
	// What else it allows; null where its text alone tells.
	Terms LicenseTerms `json:"terms"`
	// Since when no model takes it any more; null while it is offered.
	RetiredAt *time.Time `json:"retired_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// LicenseTerms is what a license allows, where it is said in so many words.
type LicenseTerms struct {
	// Whether the model may be changed and built on.
	Remix *bool `json:"remix"`
	// Whether printed objects may be sold.
	PrintSale *bool `json:"print_sale"`
	// Whether the author has to be named.
	CreditRequired *bool `json:"credit_required"`
	// Whether generating systems may be trained with the model.
	AITraining *bool `json:"ai_training"`
	// How many copies of a work or printed objects there may be; null for no limit.
	MaxCopies *int64 `json:"max_copies"`
	// How many people may work with the files; null for no limit.
	MaxSeats *int64 `json:"max_seats"`
}

// Model is a 3D model, with the files and pictures that are sold.
type Model struct {
	// Names the model in every address.
	ID int64 `json:"id"`
	// Whether it is in the catalogue.
	Status ModelStatus `json:"status"`
	// Username of its author.
	AuthorName string `json:"author_name"`
	// The model's web page.
	URL string `json:"url"`
	// The end of url.
	Slug string `json:"slug"`
	// Of GET /v1/categories; null while a draft has none.
	CategoryID *int64 `json:"category_id"`
	// Of GET /v1/categories; null without one.
	SubcategoryID *int64 `json:"subcategory_id"`
	// What category takes in a request.
	CategorySlug *string `json:"category_slug"`
	// What subcategory takes in a request.
	SubcategorySlug *string `json:"subcategory_slug"`
	// In the language that Content-Language names.
	Title string `json:"title"`
	// It has at least one file that is ready.
	Downloadable bool `json:"downloadable"`
	// Sanitised HTML.
	Description string `json:"description"`
	// Plain text.
	RawDescription string `json:"raw_description"`
	// Words to find it by.
	Tags []string `json:"tags"`
	// What it is for; product_type in a request.
	Type ProductType `json:"type"`
	// general, editorial, custom or another one of GET /v1/licenses; null while a draft has none.
	License *string `json:"license"`
	// The text of the license custom; null for the others.
	CustomLicense *string `json:"custom_license"`
	// In the marketplace's currency.
	Prices ModelPrices `json:"prices"`
	// ISO 4217 code of the marketplace's currency.
	Currency string `json:"currency"`
	// Oldest first.
	Files []File `json:"files"`
	// Of ready files, and of what is inside archives.
	AvailableFileExtensions []string `json:"availableFileExtensions"`
	// Addresses of its pictures in small, the first one first.
	Thumbnails []string `json:"thumbnails"`
	// What visitors get from the model's page in 3D.
	Preview Preview `json:"preview"`
	// Fit for games; null for printable models.
	GameReady *bool `json:"game_ready"`
	// It moves; null for printable models.
	Animated *bool `json:"animated"`
	// It has a skeleton; null for printable models.
	Rigged *bool `json:"rigged"`
	// Its materials are physically based; null for printable models.
	PBR *bool `json:"pbr"`
	// Whether it has adult content.
	AdultContent bool `json:"adult_content"`
	// Whether it was made with AI tools.
	AIGenerated bool `json:"ai_generated"`
	// Of printable models; null when not said.
	Units *Units `json:"units"`
	// It brings its supports; null for CG models.
	IsPreSupported *bool `json:"is_pre_supported"`
	// It is printed in parts; null for CG models.
	IsSplitIntoMultipleParts *bool `json:"is_split_into_multiple_parts"`
	// What the parts are; null for CG models.
	MultiplePartsDetails *string `json:"multiple_parts_details"`
	// Of CG models: an open set of data.
	Info map[string]any `json:"info"`
	// The keys of info that its author left empty and that were filled from the facts.
	InfoMeasured []string `json:"info_measured"`
	// Measured geometry of all files of the richest format together; null while nothing is known.
	Facts *Facts `json:"facts"`
	// What the author says where the files tell it too.
	Claims []Claim `json:"claims"`
	// The operator's rating; null without one.
	AdminRating *float64 `json:"admin_rating"`
	// When the draft was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When it was first published; null before.
	PublishedAt *time.Time `json:"published_at"`
	// true where its author wants nobody to train machines with it: its page and pictures say so in
	// TDM-Reservation and X-Robots-Tag. Else it is not there.
	NoAITraining *bool `json:"no_ai_training,omitzero"`
	// Of a draft that was reviewed and not published: why, in the words that its author was sent. Else
	// it is not there.
	SentBack *string `json:"sent_back,omitzero"`
	// Of a draft that was published and is reviewed first, where the marketplace does so: since when
	// it waits. Else it is not there.
	WaitingSince *time.Time `json:"waiting_since,omitzero"`
}

// ModelPrices is the prices of a model.
type ModelPrices struct {
	// Decimal; null while there is none. A number on answers to GET where the server is set so.
	Download *Amount `json:"download"`
	// The lowest price of the 30 days before the present one, while discounted and where it is known.
	Lowest30Days *Amount `json:"lowest_30_days,omitzero"`
	// Before the discount, while discounted.
	Original *Amount `json:"original,omitzero"`
}

// ModelStatus: draft: seen by its author alone. published: in the catalogue.
type ModelStatus string

// What ModelStatus can be. A later server may say more.
const (
	ModelStatusDraft     ModelStatus = "draft"
	ModelStatusPublished ModelStatus = "published"
)

// OrderFile is a file that was bought.
type OrderFile struct {
	// Names the file in addresses.
	ID int64 `json:"id"`
	// As it was uploaded.
	Name string `json:"name"`
	// Bytes.
	Size int64 `json:"size"`
	// SHA-256 of the bytes, hex.
	SHA256 string `json:"sha256"`
	// Redirects to the bytes once the order is paid.
	DownloadURL string `json:"download_url"`
}

// OrderLicense is the license that was bought.
type OrderLicense struct {
	// Which license it is, as in GET /v1/licenses.
	Type string `json:"type"`
	// Name for people; empty for orders of before names were kept.
	Name string `json:"name"`
	// Of its text and terms: /licenses/{type}/{version} has both. null for a seller's own text, and
	// where it was not noted.
	Version *int64 `json:"version"`
	// SHA-256 of the text, hex.
	TextHash string `json:"text_hash"`
	// The full text.
	Text string `json:"text"`
}

// OrderModel is the model that was bought.
type OrderModel struct {
	// Its title.
	Title string `json:"title"`
	// The end of its address.
	Slug string `json:"slug"`
	// Username of its author.
	AuthorName string `json:"author_name"`
}

// OrderStatus: unpaid becomes paid, canceled or expired; paid can become refunded or disputed.
type OrderStatus string

// What OrderStatus can be. A later server may say more.
const (
	OrderStatusUnpaid   OrderStatus = "unpaid"
	OrderStatusPaid     OrderStatus = "paid"
	OrderStatusCanceled OrderStatus = "canceled"
	OrderStatusExpired  OrderStatus = "expired"
	OrderStatusRefunded OrderStatus = "refunded"
	OrderStatusDisputed OrderStatus = "disputed"
)

// OrderTax is what the price of an order has of tax.
type OrderTax struct {
	// Part of the price.
	Amount Amount `json:"amount"`
	// In percent.
	Rate string `json:"rate"`
	// ISO 3166-1: whose tax it is, or where the buyer lives; null where nobody said.
	Country *string `json:"country"`
	// Always true: prices have the tax in them.
	Included bool `json:"included"`
	// Why it is what it is: exempt, who sells charges no tax; reverse_charge, the buyer, a business,
	// owes it; outside, none is owed where the buyer lives; unknown_place, nobody said where that is,
	// and it is taxed as at home; pending, the payment provider says it once it is paid.
	Treatment TaxTreatment `json:"treatment"`
	// Who sells to the buyer, and owes the tax.
	SoldBy TaxSeller `json:"sold_by"`
	// Stripe Tax was to find the tax and did not: it is that of the marketplace's own table of rates.
	Fallback bool `json:"fallback"`
}

// OrderTerms is the license that was bought, without its text.
type OrderTerms struct {
	// Which license it is, as in GET /v1/licenses.
	Type string `json:"type"`
	// Name for people; empty for orders of before names were kept.
	Name string `json:"name"`
	// Of its text and terms: /licenses/{type}/{version} has both. null for a seller's own text, and
	// where it was not noted.
	Version *int64 `json:"version"`
	// SHA-256 of the text, hex.
	TextHash string `json:"text_hash"`
}

// OwnDecision is what was done about a model, for its author.
type OwnDecision struct {
	// The author may object: once, while it stands.
	Objectable bool `json:"objectable"`
	// Names the decision in addresses.
	ID int64 `json:"id"`
	// The model that it is about; 0 for none, where it is about a collection.
	ModelID int64 `json:"model_id"`
	// The review of that model that it is about; null: the model itself.
	ReviewID *int64 `json:"review_id"`
	// The collection that it is about; null for none.
	CollectionID *int64 `json:"collection_id"`
	// What was done.
	Action DecisionAction `json:"action"`
	// What asks for it.
	Ground DecisionGround `json:"ground"`
	// The facts, and why they are against law or terms.
	Reason string `json:"reason"`
	// Those who bought the model keep its files.
	Downloads bool `json:"downloads"`
	// It holds still.
	Stands bool `json:"stands"`
	// What the author objects; null for nothing.
	Objection *string `json:"objection"`
	// What was answered to that; null before.
	Answer *string `json:"answer"`
	// When the author objected; null before.
	ObjectedAt *time.Time `json:"objected_at"`
	// When that was answered; null before.
	AnsweredAt *time.Time `json:"answered_at"`
	// When the model, review or collection was restored; null before.
	LiftedAt *time.Time `json:"lifted_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// PersonEntry: somebody's account, as those see it who look after people.
type PersonEntry struct {
	// Names the person in addresses.
	ID int64 `json:"id"`
	// Name that others see.
	Username string `json:"username"`
	// Address of the account.
	Email string `json:"email"`
	// When the user showed that mail to it reaches them; null before.
	EmailConfirmedAt *time.Time `json:"email_confirmed_at"`
	// Since when mail to it comes back; null: it does not. Only mails are sent there that must be.
	EmailBouncedAt *time.Time `json:"email_bounced_at"`
	// Why, as a status of RFC 3463 or a code of SMTP; null: it does not.
	EmailBounceCode *string `json:"email_bounce_code"`
	// What the person may do here that not everybody may.
	Roles []Role `json:"roles"`
	// Since when the account is suspended; null: it is not.
	SuspendedAt *time.Time `json:"suspended_at"`
	// What the user was told; null for nothing.
	SuspendedFor *string `json:"suspended_for"`
	// When the account was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// PolygonRange is how many polygons a model has: lt_5k is under 5,000, gt_250k is 250,000 and more.
type PolygonRange string

// What PolygonRange can be. A later server may say more.
const (
	PolygonRangeLt5k          PolygonRange = "lt_5k"
	PolygonRangeRange5k10k    PolygonRange = "range_5k_10k"
	PolygonRangeRange10k50k   PolygonRange = "range_10k_50k"
	PolygonRangeRange50k100k  PolygonRange = "range_50k_100k"
	PolygonRangeRange100k250k PolygonRange = "range_100k_250k"
	PolygonRangeGt250k        PolygonRange = "gt_250k"
)

// Preview: full: the whole shape. reduced: too little of it to be a substitute. turntable: drawn
// pictures from all sides. none: pictures alone.
type Preview string

// What Preview can be. A later server may say more.
const (
	PreviewFull      Preview = "full"
	PreviewReduced   Preview = "reduced"
	PreviewTurntable Preview = "turntable"
	PreviewNone      Preview = "none"
)

// ProblemCode: stable name of a kind of problem; its page at the problem's type says what to do.
type ProblemCode string

// What ProblemCode can be. A later server may say more.
const (
	ProblemCodeMalformed            ProblemCode = "malformed"
	ProblemCodeUnauthenticated      ProblemCode = "unauthenticated"
	ProblemCodePaymentRequired      ProblemCode = "payment_required"
	ProblemCodeForbidden            ProblemCode = "forbidden"
	ProblemCodeNotFound             ProblemCode = "not_found"
	ProblemCodeMethodNotAllowed     ProblemCode = "method_not_allowed"
	ProblemCodeNotAcceptable        ProblemCode = "not_acceptable"
	ProblemCodeConflict             ProblemCode = "conflict"
	ProblemCodeTusVersion           ProblemCode = "tus_version"
	ProblemCodeStale                ProblemCode = "stale"
	ProblemCodeTooLarge             ProblemCode = "too_large"
	ProblemCodeUnsupportedMediaType ProblemCode = "unsupported_media_type"
	ProblemCodeRangeNotSatisfiable  ProblemCode = "range_not_satisfiable"
	ProblemCodeExpectationFailed    ProblemCode = "expectation_failed"
	ProblemCodeValidation           ProblemCode = "validation"
	ProblemCodeLocked               ProblemCode = "locked"
	ProblemCodeRateLimited          ProblemCode = "rate_limited"
	ProblemCodeHeadTooLarge         ProblemCode = "head_too_large"
	ProblemCodeInternal             ProblemCode = "internal"
	ProblemCodeNotImplemented       ProblemCode = "not_implemented"
	ProblemCodeChecksum             ProblemCode = "checksum"
	ProblemCodeUnavailable          ProblemCode = "unavailable"
	ProblemCodeVersionNotSupported  ProblemCode = "version_not_supported"
)

// ProblemField is what is wrong with one member or parameter.
type ProblemField struct {
	// Stable name of the fault.
	Code string `json:"code"`
	// The fault in words.
	Detail string `json:"detail"`
	// Name of a header.
	Header *string `json:"header,omitzero"`
	// Language of the text that the member belongs to, where it has one.
	Language *string `json:"language,omitzero"`
	// Name of a parameter of the query or the path.
	Parameter *string `json:"parameter,omitzero"`
	// JSON pointer (RFC 6901) of a member of the body; empty for the body itself.
	Pointer *string `json:"pointer,omitzero"`
}

// ProductType: cg: for pictures, films and games. printable: for 3D printers.
type ProductType string

// What ProductType can be. A later server may say more.
const (
	ProductTypeCG        ProductType = "cg"
	ProductTypePrintable ProductType = "printable"
)

// PublicationProblem is one thing that is missing.
type PublicationProblem struct {
	// Stable name of what is missing.
	Code string `json:"code"`
	// JSON pointer to the member of the model that it concerns.
	Pointer string `json:"pointer"`
	// What to do.
	Detail string `json:"detail"`
	// Language of the text that lacks it; send it as Content-Language.
	Language *string `json:"language,omitzero"`
}

// ReceiptClaims is what a receipt says.
type ReceiptClaims struct {
	// Address of the marketplace.
	Issuer string `json:"iss"`
	// When it was signed, in seconds since 1970.
	IssuedAt int64 `json:"iat"`
	// Name of the marketplace.
	Marketplace string `json:"marketplace"`
	// false: a sandbox order, for which no money moved.
	Livemode bool `json:"livemode"`
	// What was paid.
	Order ReceiptOrder `json:"order"`
	// What was bought, as it was then.
	Model ReceiptModel `json:"model"`
	// What the buyer may do, as it was then.
	License ReceiptLicense `json:"license"`
	// The set that was bought.
	Files []ReceiptFile `json:"files"`
	// As the buyer named themselves; absent when it is not known.
	BuyersEmail *string `json:"buyers_email,omitzero"`
}

// ReceiptFile is a file that was bought.
type ReceiptFile struct {
	// As it was uploaded.
	Name string `json:"name"`
	// Bytes.
	Size int64 `json:"size"`
	// SHA-256 of the bytes, hex.
	SHA256 string `json:"sha256"`
}

// ReceiptLicense is what the buyer may do, as it was then.
type ReceiptLicense struct {
	// Which license it is, as in GET /v1/licenses.
	Type string `json:"type"`
	// SHA-256 of the text in UTF-8, hex.
	TextSHA256 string `json:"text_sha256"`
	// Name for people; absent for orders of before names were kept.
	Name *string `json:"name,omitzero"`
	// Of its text and terms; absent for a seller's own text, and where it was not noted.
	Version *int64 `json:"version,omitzero"`
}

// ReceiptModel is what was bought, as it was then.
type ReceiptModel struct {
	// The model that was ordered.
	ID string `json:"id"`
	// Its title.
	Title string `json:"title"`
	// Username of its author.
	AuthorName string `json:"author_name"`
}

// ReceiptOrder is what was paid.
type ReceiptOrder struct {
	// Names the order in addresses.
	ID string `json:"id"`
	// The caller's own order id, made when none was sent.
	UUID string `json:"uuid"`
	// When it was paid.
	PaidAt time.Time `json:"paid_at"`
	// What was paid.
	Price Amount `json:"price"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// RefundReason: why money goes back.
type RefundReason string

// What RefundReason can be. A later server may say more.
const (
	RefundReasonNotAsDescribed RefundReason = "not_as_described"
	RefundReasonBroken         RefundReason = "broken"
	RefundReasonMistaken       RefundReason = "mistaken"
	RefundReasonDuplicate      RefundReason = "duplicate"
	RefundReasonFraudulent     RefundReason = "fraudulent"
	RefundReasonOther          RefundReason = "other"
)

// ReportEntry is what somebody reported, for those who decide about it.
type ReportEntry struct {
	// Names the report in addresses.
	ID int64 `json:"id"`
	// dismissed: nothing was done. acted: what it is about was taken off.
	State ReportState `json:"state"`
	// Why it was reported.
	Kind ReportKind `json:"kind"`
	// What it is about.
	Subject ReportSubject `json:"subject"`
	// The model, the person, the review or the collection; null for another page.
	SubjectID *int64 `json:"subject_id"`
	// Address of the page that was reported.
	URL string `json:"url"`
	// What who reported was told; null before.
	Answer *string `json:"answer"`
	// The decision that came of it; null for none.
	DecisionID *int64 `json:"decision_id"`
	// The person who decided; null before.
	DecidedBy *int64 `json:"decided_by"`
	// When it was decided; null before.
	DecidedAt *time.Time `json:"decided_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ReportKind: why something is reported. children: it shows their sexual abuse; who reports that
// need not say who they are.
type ReportKind string

// What ReportKind can be. A later server may say more.
const (
	ReportKindIllegal      ReportKind = "illegal"
	ReportKindCopyright    ReportKind = "copyright"
	ReportKindPersonalData ReportKind = "personal_data"
	ReportKindChildren     ReportKind = "children"
	ReportKindOther        ReportKind = "other"
)

// ReportState: open: it waits. dismissed: nothing was done. acted: what it is about was taken off.
type ReportState string

// What ReportState can be. A later server may say more.
const (
	ReportStateOpen      ReportState = "open"
	ReportStateDismissed ReportState = "dismissed"
	ReportStateActed     ReportState = "acted"
)

// ReportSubject is what a report is about.
type ReportSubject string

// What ReportSubject can be. A later server may say more.
const (
	ReportSubjectModel      ReportSubject = "model"
	ReportSubjectPerson     ReportSubject = "person"
	ReportSubjectReview     ReportSubject = "review"
	ReportSubjectCollection ReportSubject = "collection"
	ReportSubjectPage       ReportSubject = "page"
)

// Review is what somebody says of a model that they bought.
type Review struct {
	// Names the review in addresses.
	ID int64 `json:"id"`
	// The model that it is of.
	ModelID int64 `json:"model_id"`
	// Who says it.
	Username string `json:"username"`
	// Stars: it is what its page says.
	Described int64 `json:"described"`
	// Stars: how it was to print or use it; null where they did not yet.
	Used *int64 `json:"used"`
	// In their words, plain text; may be empty.
	Text string `json:"text"`
	// The money for the model went back after this was written.
	Refunded bool `json:"refunded"`
	// Pictures of what became of it, at most 4.
	Images []ReviewImage `json:"images"`
	// What the author of the model answers, plain text; null for nothing.
	Answer *string `json:"answer"`
	// When the author answered; null before.
	AnsweredAt *time.Time `json:"answered_at"`
	// Its page, by which it can be reported.
	URL string `json:"url"`
	// When it was written.
	CreatedAt time.Time `json:"created_at"`
	// When its text or stars were last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ReviewImage is a picture of a review.
type ReviewImage struct {
	// Names the picture.
	ID int64 `json:"id"`
	// Address of the picture in full size.
	URL string `json:"url"`
	// Pixels.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
	// The larger one first.
	Thumbnails []Thumbnail `json:"thumbnails"`
}

// Role: operator: everything. moderator: reports, models and suspensions. support: people's
// accounts. seller: publishes, also where operators say who may.
type Role string

// What Role can be. A later server may say more.
const (
	RoleOperator  Role = "operator"
	RoleModerator Role = "moderator"
	RoleSupport   Role = "support"
	RoleSeller    Role = "seller"
	RoleTrusted   Role = "trusted"
)

// Scope is what an access token permits.
type Scope string

// What Scope can be. A later server may say more.
const (
	ScopeModelsRead      Scope = "models:read"
	ScopeModelsWrite     Scope = "models:write"
	ScopeOrdersRead      Scope = "orders:read"
	ScopeOrdersWrite     Scope = "orders:write"
	ScopeUsersCreate     Scope = "users:create"
	ScopeAdmin           Scope = "admin"
	ScopeProfileWrite    Scope = "profile:write"
	ScopeLibraryRead     Scope = "library:read"
	ScopeReviewsWrite    Scope = "reviews:write"
	ScopeKeepingRead     Scope = "keeping:read"
	ScopeKeepingWrite    Scope = "keeping:write"
	ScopeWebhooksRead    Scope = "webhooks:read"
	ScopeWebhooksWrite   Scope = "webhooks:write"
	ScopeTokensRead      Scope = "tokens:read"
	ScopeTokensWrite     Scope = "tokens:write"
	ScopeSessionsRead    Scope = "sessions:read"
	ScopeSessionsWrite   Scope = "sessions:write"
	ScopeGrantsRead      Scope = "grants:read"
	ScopeGrantsWrite     Scope = "grants:write"
	ScopeAccountExport   Scope = "account:export"
	ScopePayoutsWrite    Scope = "payouts:write"
	ScopeAuditRead       Scope = "audit:read"
	ScopePeopleRead      Scope = "people:read"
	ScopePeopleWrite     Scope = "people:write"
	ScopeModerationRead  Scope = "moderation:read"
	ScopeModerationWrite Scope = "moderation:write"
)

// Storage is how much the files of somebody take, and may.
type Storage struct {
	// Bytes of all files of the user's models, drafts too.
	UsedBytes int64 `json:"used_bytes"`
	// How many they may be; null: as many as there is room for.
	MaxBytes *int64 `json:"max_bytes"`
}

// SuggestedSearch is a search, and how many models it finds.
type SuggestedSearch struct {
	// What to search for in place of the keywords.
	Keywords string `json:"keywords"`
	// How many models the search finds with the same filters. Counted up to 10,000.
	Total int64 `json:"total"`
	// eq: total is exact. gte: it is a lower bound.
	TotalRelation TotalRelation `json:"total_relation"`
}

// TaxSeller is who sells to the buyer: the marketplace, or the author of the model.
type TaxSeller string

// What TaxSeller can be. A later server may say more.
const (
	TaxSellerShop   TaxSeller = "shop"
	TaxSellerSeller TaxSeller = "seller"
)

// TaxTreatment: why the tax of an order is what it is.
type TaxTreatment string

// What TaxTreatment can be. A later server may say more.
const (
	TaxTreatmentTaxed         TaxTreatment = "taxed"
	TaxTreatmentExempt        TaxTreatment = "exempt"
	TaxTreatmentReverseCharge TaxTreatment = "reverse_charge"
	TaxTreatmentOutside       TaxTreatment = "outside"
	TaxTreatmentUnknownPlace  TaxTreatment = "unknown_place"
	TaxTreatmentPending       TaxTreatment = "pending"
)

// Thumbnail is a picture in small.
type Thumbnail struct {
	// Address of the small picture.
	URL string `json:"url"`
	// Pixels.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
}

// TotalRelation: eq: the total is exact. gte: there are at least so many.
type TotalRelation string

// What TotalRelation can be. A later server may say more.
const (
	TotalRelationEq  TotalRelation = "eq"
	TotalRelationGte TotalRelation = "gte"
)

// Units: millimetres, centimetres, metres, inches or feet.
type Units string

// What Units can be. A later server may say more.
const (
	UnitsMm Units = "mm"
	UnitsCm Units = "cm"
	UnitsM  Units = "m"
	UnitsIn Units = "in"
	UnitsFt Units = "ft"
)

// UnwrappedUVs is how texture coordinates are laid out.
type UnwrappedUVs string

// What UnwrappedUVs can be. A later server may say more.
const (
	UnwrappedUVsUnknown        UnwrappedUVs = "unknown"
	UnwrappedUVsNonOverlapping UnwrappedUVs = "non_overlapping"
	UnwrappedUVsOverlapping    UnwrappedUVs = "overlapping"
	UnwrappedUVsMixed          UnwrappedUVs = "mixed"
	UnwrappedUVsNo             UnwrappedUVs = "no"
)

// UpAxis is the axis that points up.
type UpAxis string

// What UpAxis can be. A later server may say more.
const (
	UpAxisX UpAxis = "x"
	UpAxisY UpAxis = "y"
	UpAxisZ UpAxis = "z"
)

// WebhookCoverage: own: what is the caller's. marketplace: everything, for operators.
type WebhookCoverage string

// What WebhookCoverage can be. A later server may say more.
const (
	WebhookCoverageOwn         WebhookCoverage = "own"
	WebhookCoverageMarketplace WebhookCoverage = "marketplace"
)

// WebhookEvent is what programs are told of. order.paid: also when a dispute is over.
// model.published and model.unpublished: it came into the catalogue, or left it, by whoever's word.
type WebhookEvent string

// What WebhookEvent can be. A later server may say more.
const (
	WebhookEventOrderCreated     WebhookEvent = "order.created"
	WebhookEventOrderPaid        WebhookEvent = "order.paid"
	WebhookEventOrderExpired     WebhookEvent = "order.expired"
	WebhookEventOrderCanceled    WebhookEvent = "order.canceled"
	WebhookEventOrderRefunded    WebhookEvent = "order.refunded"
	WebhookEventOrderDisputed    WebhookEvent = "order.disputed"
	WebhookEventCheckoutCreated  WebhookEvent = "checkout.created"
	WebhookEventCheckoutPaid     WebhookEvent = "checkout.paid"
	WebhookEventCheckoutCanceled WebhookEvent = "checkout.canceled"
	WebhookEventCheckoutExpired  WebhookEvent = "checkout.expired"
	WebhookEventModelPublished   WebhookEvent = "model.published"
	WebhookEventModelUnpublished WebhookEvent = "model.unpublished"
	WebhookEventModelDeleted     WebhookEvent = "model.deleted"
	WebhookEventFileReady        WebhookEvent = "file.ready"
	WebhookEventFileRejected     WebhookEvent = "file.rejected"
	WebhookEventPayoutCreated    WebhookEvent = "payout.created"
	WebhookEventPayoutSent       WebhookEvent = "payout.sent"
	WebhookEventPayoutPaid       WebhookEvent = "payout.paid"
	WebhookEventPayoutFailed     WebhookEvent = "payout.failed"
	WebhookEventPayoutCanceled   WebhookEvent = "payout.canceled"
	WebhookEventTransferCreated  WebhookEvent = "transfer.created"
	WebhookEventTransferReversed WebhookEvent = "transfer.reversed"
	WebhookEventTransferFailed   WebhookEvent = "transfer.failed"
	WebhookEventUserCreated      WebhookEvent = "user.created"
	WebhookEventUserRemoved      WebhookEvent = "user.removed"
)
