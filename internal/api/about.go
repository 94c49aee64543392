package api

import (
	"fmt"

	"vitrine/internal/openapi"
)

// about is what the contract says of itself, for people.
const about = `Sell and buy 3D models by program.

Every operation needs an access token: ` + "`Authorization: Bearer TOKEN`" + `. Tokens carry scopes; each operation names the one it needs.

- **Sellers** make a draft (` + "`createModel`" + `), upload files and pictures, ask what is missing (` + "`getPublication`" +
	`) and publish it (` + "`updateModel`" + ` with status published).
- **Buyers** find models (` + "`listModels`" + `), order one (` + "`createOrder`" +
	`), send their customer to its checkout_url, and download its files with the download_token once it is paid.
- **Lists** are paged by number or by the cursor in the Link header, which stays fast however deep.
- **Desks** (people, reports, the audit log, orders of everybody, jobs) are for those who have a role. Their scopes open what the role allows and nothing else; what operators alone decide needs the scope admin.
- **Failures** are problem details (RFC 9457): branch on their code, show their detail, and quote their request_id when you ask for help. The page at a problem's type says what to do.
- **Creations** are repeated safely with an Idempotency-Key; changes are made safely with If-Match.
- **Answers** may gain members at any time: leave aside what you do not know. Requests may not: an unknown member is refused by its name.`

// tags are the nouns that operations are grouped by.
var tags = []struct{ name, description string }{
	{"models", "What is sold: drafts, and the catalogue of what is published."},
	{"draft", "What is changed of a published model and published all at once."},
	{"versions", "What was published of a model, and when."},
	{"facets", "How many models of a list are of which kind."},
	{"suggestions", "Searches to go on with while typing."},
	{"corrections", "Searches that were meant by mistyped words."},
	{"publication", "What a draft still lacks."},
	{"license", "What a buyer may do with a model."},
	{"licenses", "What models can be sold under."},
	{"translations", "The texts of a model in each of its languages."},
	{"files", "The files of a model: uploaded by its author, downloaded by its buyers."},
	{"uploads", "Files that are sent in parts and go on after a break: tus 1.0, which clients for many languages speak."},
	{"images", "The pictures of a model."},
	{"orders", "Purchases, each of one model at the price, licence and files of its moment."},
	{"sales", "What somebody sold."},
	{"statistics", "How often somebody's models were looked at and downloaded."},
	{"reviews", "What those say of models who bought them."},
	{"likes", "Models that the caller likes."},
	{"following", "Sellers whom the caller follows."},
	{"mails", "Mails about what the caller keeps, for those who ask for them."},
	{"collections", "Sets of models that people put together."},
	{"file_types", "The formats of the trade and the programs that render them."},
	{"categories", "The tree that models are sorted into."},
	{"pages", "What the operator says to customers: terms, privacy, imprint, refunds and help."},
	{"users", "Accounts."},
	{"avatar", "The picture of a user."},
	{"cover", "The picture above a user's page."},
	{"library", "What somebody has bought."},
	{"export", "Everything that is kept about somebody."},
	{"tokens", "The access tokens that users make for themselves."},
	{"sessions", "The browsers at which somebody is signed in."},
	{"grants", "What somebody allows applications to do for them."},
	{"audit", "What operators, tokens and money have done: a log that nothing changes."},
	{"people", "Accounts, for those who look after them."},
	{"reports", "What somebody says should not be here."},
	{"decisions", "What was done about models and reviews, and what their authors object."},
	{"desk", "Models in any state, for those who look after them."},
	{"jobs", "What follows from changes and is done beside them."},
	{"limits", "The numbers that requests are held against."},
}

// describeContract says what the contract is about, and what each shared schema is.
func describeContract(doc *openapi.Document) error {
	doc.Root["info"] = openapi.Object{
		"title": "Vitrine", "version": "1", "summary": "A marketplace for 3D models.", "description": about,
		"contact": openapi.Object{"name": "The operator of this marketplace", "url": serverOf(doc)},
		"license": openapi.Object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
	}
	var list []any
	for _, tag := range tags {
		list = append(list, openapi.Object{"name": tag.name, "description": tag.description})
	}
	doc.Root["tags"] = list
	for name, description := range schemaDescriptions {
		if err := doc.Refine(name, openapi.Object{"description": description}); err != nil {
			return fmt.Errorf("describe the contract: %w", err)
		}
	}
	return describeOperations(doc)
}

func serverOf(doc *openapi.Document) any {
	servers, _ := doc.Root["servers"].([]any)
	return servers[0].(openapi.Object)["url"]
}

var schemaDescriptions = map[string]string{
	"AccessToken":     "An access token, as OAuth answers it.",
	"Application":     "A program that the operator registered.",
	"Box":             "The smallest box along the axes.",
	"Category":        "A branch of the tree that models are sorted into.",
	"CategoryList":    "The whole tree.",
	"Claim":           "Something that an author says, beside what was measured.",
	"CorrectionList":  "What was meant.",
	"SuggestionList":  "What the keywords may become.",
	"SuggestedSearch": "A search, and how many models it finds.",
	"CreatedFile":     "The file that was uploaded.",
	"CreatedImage":    "The picture that was uploaded.",
	"CreatedModel":    "The draft that was made.",
	"CreatedOrder":    "The order that was made.",
	"CreatedUser":     "The user that was made, with an access token.",
	"CurrentUser":     "Who the access token stands for.",
	"Facet":           "Something that the models of a list differ in.",
	"FacetList":       "How many models a list has, and of which kinds.",
	"FacetValue":      "A value, and how many models have it.",
	"Facts":           "What is known of geometry.",
	"File":            "A file of a model.",
	"FileLimits":      "Limits of uploaded files.",
	"FileList":        "The files of a model.",
	"FileProblem":     "A reason to reject a file.",
	"FileProgress":    "How far a file has come that is being read.",
	"FileType":        "A format of the trade.",
	"FileTypeList":    "The formats of the trade.",
	"Image":           "A picture of a model.",
	"ImageLimits":     "Limits of uploaded pictures.",
	"ImageList":       "The pictures of a model.",
	"License":         "What a buyer may do with a model.",
	"LicenseEntry":    "A license in a list: without its text.",
	"LicenseList":     "The licenses of the marketplace.",
	"LicenseTerms":    "What a license allows, where it is said in so many words.",
	"Limits":          "The numbers that requests are held against.",
	"ListLimits":      "Limits of pages.",
	"Model":           "A 3D model, with the files and pictures that are sold.",
	"ModelChange": "What a model shall be from now on. What is not sent stays; null takes a value away. A Model as it was read is " +
		"accepted too: members that can't be written are ignored while they are what is stored, and named otherwise.",
	"ModelLimits":        "Limits of models.",
	"ModelList":          "A page of models.",
	"ModelPrices":        "The prices of a model.",
	"NewModel":           "A draft. A title is enough; the rest can follow.",
	"NewOrder":           "What is to be bought.",
	"NewUser":            "An account to make.",
	"Order":              "A purchase of one model at the price, licence and files of its moment.",
	"OrderEntry":         "An order in a list: without the licence's text and the download token.",
	"OrderFile":          "A file that was bought.",
	"OrderLicense":       "The license that was bought.",
	"Consent":            "What the buyer agreed to at the checkout.",
	"PageSummary":        "A text of the marketplace's own without its words.",
	"Page":               "A text of the marketplace's own.",
	"PageList":           "The marketplace's own texts.",
	"OrderLimits":        "Limits of orders.",
	"OrderList":          "A page of orders.",
	"OrderModel":         "The model that was bought.",
	"OrderTerms":         "The license that was bought, without its text.",
	"Problem":            "What went wrong (RFC 9457).",
	"ProblemField":       "What is wrong with one member or parameter.",
	"Publication":        "What keeps a model from being published.",
	"PublicationProblem": "One thing that is missing.",
	"RateLimit":          "A budget of requests.",
	"RendererApp":        "A program that renders a format.",
	"ProfileLimits":      "Limits of what users say of themselves.",
	"RequestLimits":      "Limits of requests as such.",
	"Thumbnail":          "A picture in small.",
	"TokenLimits":        "Limits of access tokens.",
	"LibraryEntry":       "A purchase in a list: without the licence's text.",
	"Library":            "A page of what the caller has bought.",
	"Purchase":           "Something that the caller has bought, at the price, licence and files of its moment.",
	"CreatedAvatar":      "The avatar that was uploaded.",
	"CreatedCover":       "The cover that was uploaded.",
	"ProfileChange":      "What a user shall say of themselves from now on. What is not sent stays.",
	"CreatedToken":       "The access token that was made, with its secret.",
	"Grant":              "What the caller allows an application.",
	"GrantList":          "What the caller allows applications.",
	"NewToken":           "An access token to make.",
	"Session":            "A browser at which the caller is signed in.",
	"SessionList":        "Where the caller is signed in.",
	"Token":              "An access token of the caller's own, without its secret.",
	"TokenList":          "The access tokens of the caller.",
	"Translation":        "What is written about a model in one language.",
	"TranslationList":    "The texts of a model in all its languages.",
	"UserLimits":         "Limits of names and passwords.",
	"AuditActor":         "Who did something.",
	"AuditEntry":         "A line of the audit log.",
	"AuditLog":           "A page of the audit log.",
	"Answer":             "What is answered to an author who objects.",
	"ReportReceipt":      "A report that was made.",
	"Decision":           "What was done about a model, for those who decide.",
	"Lift":               "Why a model is restored.",
	"NewReport":          "What somebody reports.",
	"Objection":          "What an author objects.",
	"ObjectionList":      "A page of decisions whose authors wait for an answer.",
	"OwnDecision":        "What was done about a model, for its author.",
	"OwnDecisionList":    "What was decided about a model.",
	"Report":             "What somebody reported, with what it is about.",
	"ReportEntry":        "What somebody reported, for those who decide about it.",
	"ReportList":         "A page of reports.",
	"ReportedModel":      "The model that a report is about.",
	"Ruling":             "What is decided.",
	"DaySold":            "What was sold on a day.",
	"ImagePlace":         "Where a picture shall be.",
	"ImageCrop":          "Which part of a picture shall be seen.",
	"ImagePart":          "A part of a picture.",
	"ImageViews":         "What pictures shall be drawn.",
	"OriginalImage":      "A picture before it was cropped.",
	"NewTranslation":     "What shall be said of a model in one language.",
	"NewTranslations":    "What shall be said of a model in all its languages.",
	"ModelSold":          "What was sold of a model.",
	"OrderChange":        "What an operator decides of an order.",
	"OrderNote":          "What an operator writes about an order.",
	"Sales":              "What was sold.",
	"FailedJob":          "A job that has failed.",
	"Holdings":           "How much an account has.",
	"JobKind":            "How jobs of a kind stand.",
	"JobList":            "How jobs stand.",
	"Person":             "Somebody's account, with what it has.",
	"PersonEntry":        "Somebody's account, as those see it who look after people.",
	"PersonList":         "A page of people.",
	"Reason":             "Why something is done to somebody.",
	"RoleChoice":         "The roles of a person.",
	"Review":             "What somebody says of a model that they bought.",
	"ReviewList":         "A page of what is said of a model, with the means.",
	"Like":               "A model that the caller likes.",
	"LikeList":           "A page of what the caller likes.",
	"Follow":             "A seller whom the caller follows.",
	"FollowList":         "A page of whom the caller follows.",
	"KeptMails":          "Which mails about what they keep somebody gets.",
	"KeptMailsChange":    "For which mails about what they keep somebody asks.",
	"CollectionEntry":    "A collection without its models.",
	"CollectionList":     "A page of collections.",
	"Collection":         "A collection with its models.",
	"CreatedCollection":  "The collection that was made.",
	"CollectedModel":     "A model in a collection.",
	"CollectionChange":   "What a collection says, and who sees it.",
	"Arrangement":        "The order of a collection.",
	"ReviewImage":        "A picture of a review.",
	"ReviewChange":       "What somebody says of a model.",
	"ReviewAnswer":       "What an author answers to a review.",
	"ReviewRuling":       "Why a review is hidden.",
	"ReviewCase":         "A review, for those who decide about it.",
	"OwnReview":          "A review, for who wrote it.",
	"Storage":            "How much the files of somebody take, and may.",
	"Statistics":         "How often models were looked at and downloaded.",
	"DaySeen":            "What was counted on a day.",
	"ModelSeen":          "What was counted of a model.",
	"DeskReason":         "Why somebody at a desk does something.",
	"DeskModel":          "A model with all that is known to those who decide about it.",
	"DeskModelEntry":     "A model in any state, for those who look after models.",
	"DeskModelList":      "A page of models in any state.",
	"ModelRuling":        "What is decided about a model.",
	"Approval":           "Which version of a model was looked at.",
	"Feature":            "Where the home page shows a model, and how long.",
	"SharedFile":         "Bytes that models of different authors have.",
	"SharedFileList":     "A page of bytes that models of different authors have.",
	"SharedHolder":       "A file whose bytes a model of somebody else has too.",
	"DraftChange":        "A field in which a draft version differs from its model.",
	"DraftVersion":       "What is changed of a published model and not published yet.",
	"DraftVersionChange": "What a draft version shall be from now on. What is not sent stays; null takes a value away.",
	"ModelVersion":       "A published version of a model.",
	"NewVersion":         "How a draft version is published.",
	"PublishedVersion":   "The version that was published.",
	"VersionList":        "The published versions of a model.",
}
