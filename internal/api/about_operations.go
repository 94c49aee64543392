package api

import (
	"fmt"

	"vitrine/internal/openapi"
)

// operationAbout is what the contract says of an operation beside its summary.
type operationAbout struct {
	does   string
	answer string // what its success holds
	body   string // what its JSON body holds, "" where it has none
}

var aboutOperations = map[string]operationAbout{
	"listModels": {
		does: "Published models, newest first, or those that fit the keywords best. Filters narrow the page; mine=true asks for one's own " +
			"models instead, drafts " +
			"among them. Pages by number reach the first 10,000 results, the cursor of the Link header reaches all of them.",
		answer: "A page of models.",
	},
	"listFacets": {
		does: "How many models a list of the catalogue has, and how many of them each choice would leave: each category, type, file " +
			"extension, " +
			"license, range of polygons, trait and price band. It takes the filters of listModels; each number is the total of the list that " +
			"asks for its value, in place of what the list asks for by the same facet. A value that is left aside in this way keeps its number, " +
			"so that numbers stand beside every choice, also those that were not made.",
		answer: "The numbers of the list.",
	},
	"listSuggestions": {
		does: "What keywords may become by more letters of the word that they end with: words that models have, each tried with the words " +
			"before it and with the filters of listModels. None is suggested that finds nothing, so that words of drafts, and of adult " +
			"content unless it is asked for, are not among them. Where many words begin alike, a new one may take some minutes.",
		answer: "The searches.",
	},
	"listCorrections": {
		does: "The search that a reader meant who finds few models, for a question such as \"Did you mean oak chair?\": words that five " +
			"models " +
			"at most have are replaced by others at one mistake, or two in words of six letters or more, if that finds at least ten times " +
			"as many models with the same filters. Words of Latin, Greek and Cyrillic letters are corrected.",
		answer: "The search that was meant, if any.",
	},
	"createModel": {
		does:   "Makes a draft that its author alone can see. Files and pictures are uploaded to it afterwards; updateModel publishes it.",
		answer: "The draft that was made.", body: "The draft. Its texts are in the language that Content-Language names, else in en-US.",
	},
	"getModel": {
		does:   "A published model, or a draft of one's own, in the language of Accept-Language that is stored and fits best.",
		answer: "The model.",
	},
	"updateModel": {
		does: "Changes what is sent and leaves the rest. status published puts the model into the catalogue once nothing is missing, draft " +
			"takes it back; " +
			"a published model stays publishable. Buyers keep what they bought at its price and licence.",
		answer: "The model as it is now.",
		body:   "What shall be changed. Texts are in the language that Content-Language names, else in the model's own.",
	},
	"deleteModel": {
		does:   "Takes the model away for good, and cancels its unpaid orders unless a payment has begun. Buyers keep their files.",
		answer: "The model is gone.",
	},
	"getPublication": {
		does:   "What a model of one's own lacks to be published, all at once. It is empty for a model that can be published.",
		answer: "What is missing.",
	},
	"getGuesses": {
		does: "What a model of one's own could say, by what its files are called, are and have in them, as the form of a new model " +
			"proposes it. Nothing of it is stored. Facts are known when the files have been read.",
		answer: "The guesses; null and empty for what nothing tells.",
	},
	"getModelLicense": {does: "What a buyer may do with the model, in words and in full. Orders keep the text of their moment.",
		answer: "The license."},
	"listLicenses": {
		does: "What models can be sold under, without the texts: the three of every marketplace, and those that its operators have made. " +
			"What is retired stays for the models that have it.",
		answer: "The licenses.",
	},
	"getLicense": {does: "A license with its text, as models are sold under it now. That of custom is empty: each model brings its own.",
		answer: "The license."},
	"listTranslations": {
		does:   "Title, description and tags in each language that they are stored in. updateModel with Content-Language writes one.",
		answer: "The texts, the model's own language first.",
	},
	"saveTranslations": {
		does: "Writes title, description and tags in all languages at once: all of it, or nothing where one of them is wrong. Texts in " +
			"languages that are not sent are removed, and what a text is sent without it has no more. When the model's own language is not " +
			"among them, the first that stays becomes it.",
		answer: "The texts as they are now.", body: "All texts.",
	},
	"removeTranslation": {does: "Removes the texts in one language. The last one can't be removed.", answer: "The texts are gone."},
	"getDraftVersion": {
		does: "What is changed of a published model and not published yet, of one's own: in which fields it differs, and the model as it " +
			"will be. What is changed in the model itself meanwhile is in it too; a field that was changed in both is among clashes.",
		answer: "The draft version.",
	},
	"saveDraftVersion": {
		does: "Changes what is sent in the draft version of a published model, which is begun where there is none, and leaves the rest. Nobody " +
			"else sees any of it before publishVersion. It settles the clashes that were told before. updateModel, uploads and removals go " +
			"on changing a published model at once.",
		answer: "The draft version as it is now.",
		body:   "What shall be changed. Texts are in the language that Content-Language names, else in the model's own.",
	},
	"discardDraftVersion": {
		does:   "Throws the draft version of a model away, with files and pictures that were added to it. The model stays as it is.",
		answer: "The draft version is gone.",
	},
	"publishVersion": {
		does: "Makes the model what its draft version says, all at once, if nothing is missing and no clash is left. A model that was taken " +
			"back is published again. Buyers keep what they bought.",
		answer: "The version that was published.", body: "What is said of it.",
	},
	"listVersions": {does: "Which versions of a model were published, with what its author says has changed.", answer: "The versions."},
	"listFiles": {
		does:   "The files of a model with what was measured in each. processing says how many are still being read.",
		answer: "The files.",
	},
	"uploadFile": {
		does: "Stores a 3D file, a texture or an archive. It is read afterwards: its status goes from processing to ready, or to " +
			"rejected with " +
			"the reason " +
			"in problems. Memory stays small on both sides: the bytes are streamed.",
		answer: "The file that was stored.",
	},
	"beginUpload": {
		does: "Announces a file of a model. Its bytes are sent by continueUpload, in as many requests as it takes: after a broken line, or a " +
			"restart of the server, findUpload says where to go on. A body of the type application/offset+octet-stream is its beginning. " +
			"This is tus 1.0 with creation, creation-with-upload, expiration, checksum and termination, for any client of it; OPTIONS, which " +
			"needs no token, tells the largest size.",
		answer: "The upload has begun: its address is in Location.", body: "The beginning of the file, or nothing.",
	},
	"findUpload": {
		does: "Says how many bytes of an upload are kept. Content-Location is the file that it became. An upload whose bytes are all there, " +
			"but that could not become a file then, does so now.",
		answer: "Upload-Offset says where to go on.",
	},
	"continueUpload": {
		does: "Sends bytes from Upload-Offset on. What arrived before a line broke is kept. With the last byte the upload becomes a " +
			"file like " +
			"any other, by the same rules as uploadFile: one that breaks them is refused then, and its bytes are gone.",
		answer: "The bytes are kept.", body: "Bytes of the file.",
	},
	"removeUpload": {does: "Gives an upload up. A file that it became stays.", answer: "The upload and its bytes are gone."},
	"downloadFile": {
		does: "Leads to the bytes for the model's author, for everybody who has a token where the model is free, for its buyer, and for " +
			"whoever sends the " +
			"download_token of a paid order. The address at Location is signed and short-lived: ask again for each download.",
		answer: "The bytes, to a client that has followed the redirect.",
	},
	"removeFile": {does: "Takes a file out of a model. Buyers keep it. The last ready file of a published model stays.",
		answer: "The file is gone."},
	"listImages": {does: "The pictures of a model in their order. Where its author gave none, one that the server drew stands here.",
		answer: "The pictures."},
	"uploadImage": {
		does:   "Stores a picture: turned upright, without its metadata, and with thumbnails. It stands behind those that are there.",
		answer: "The picture that was stored.",
	},
	"removeImage": {does: "Takes a picture out of a model. A published model keeps at least one.", answer: "The picture is gone."},
	"listOrders": {
		does: "The orders that the caller made, newest first. sold=true asks for the sales of one's own models instead; all=true, for " +
			"admins, " +
			"for every order. " +
			"Entries have neither the licence's text nor the download token: getOrder has.",
		answer: "A page of orders.",
	},
	"createOrder": {
		does: "Orders a published model at its price, licence and files of this moment. Send the customer to checkout_url; getOrder " +
			"tells when " +
			"it is paid. " +
			"The same uuid with the same content gives the same order again.",
		answer: "The order that was made.", body: "What is to be bought, and for whom.",
	},
	"getOrder": {does: "An order of one's own; for admins, any.", answer: "The order."},
	"cancelOrder": {does: "Cancels an order that is not paid. Its checkout page says so from then on. A payment that its customer has " +
		"begun with the payment service and not made is ended there, also one of a checkout; where it was made meanwhile, or the bank has " +
		"still to confirm it, the answer is 409.", answer: "The order is canceled."},
	"listCheckouts": {does: "The checkouts that the caller made, newest first.", answer: "A page of checkouts."},
	"createCheckout": {
		does: "Has unpaid orders of one buyer paid by one payment, all of them or none. Send the customer to checkout_url; getCheckout tells " +
			"when it is paid. An order that can't be paid any more is named there before anything is paid. Orders of another checkout of yours " +
			"leave it, and it is canceled, unless its payment has begun. The same uuid with the same content gives the same checkout again.",
		answer: "The checkout that was made.", body: "What is to be paid.",
	},
	"getCheckout": {does: "A checkout of one's own; for admins, any.", answer: "The checkout."},
	"cancelCheckout": {does: "Cancels a checkout that is not paid, and its unpaid orders. Its page says so from then on. A payment that its " +
		"customer has begun with the payment service and not made is ended there; where it was made meanwhile, or the bank has still to " +
		"confirm it, the answer is 409.",
		answer: "The checkout is canceled."},
	"listFileTypes": {does: "Every format of the trade that files can be sold in, with the programs that render it.",
		answer: "The file types."},
	"getFileType": {does: "One format of the trade.", answer: "The file type."},
	"listCategories": {
		does:   "The whole tree of two levels, parents before their children. Models name a category, and may name a subcategory, by its slug.",
		answer: "The categories.",
	},
	"getCategory": {does: "One branch of the tree.", answer: "The category."},
	"createCategory": {
		does:   "Makes a category, behind its siblings. Lists of categories and forms have it at once.",
		answer: "The category.", body: "What it is called, and where it belongs.",
	},
	"updateCategory": {
		does: "Changes what is sent of a category. A subcategory can move below another top category, with its models; a category keeps its " +
			"level. Slugs of before lead to it.",
		answer: "The category as it is now.", body: "What is to be another.",
	},
	"removeCategory": {does: "Removes a category that has neither models nor subcategories: one that has is merged into another one.",
		answer: "The category is gone."},
	"mergeCategory": {
		does: "Has the models of a category move into another one, a few at a time, and its subcategories at once. From now on the other one " +
			"stands for it: its slug leads there, in addresses and where programs name it. It is gone when all have moved.",
		answer: "The category that gets the models, as it is now.", body: "The category that gets them.",
	},
	"createLicense": {
		does:   "Makes a license that models can be sold under, as version 1. There are at most 200.",
		answer: "The license.", body: "What it is called, allows and says.",
	},
	"updateLicense": {
		does: "Writes a license anew, in full: what is absent is empty, or left to its text. Another text, or other terms, are a new " +
			"version; orders keep the one that they were made with. Of general and editorial it writes the text of this marketplace.",
		answer: "The license as it is now.", body: "All that it says.",
	},
	"retireLicense": {does: "Takes a license from those that models can get. Models that have it keep it, and are sold under it.",
		answer: "The license as it is now."},
	"offerLicense": {does: "Offers a license that was retired to models again.", answer: "The license as it is now."},
	"removeLicense": {does: "Removes a license that no model and no order ever had: one that was used is retired instead.",
		answer: "The license is gone."},
	"createUser": {
		does:   "Makes an account for somebody else. The operator grants the scope that it needs. The access token is shown here alone.",
		answer: "The account, with its access token.", body: "The account. Username and password are made up when absent.",
	},
	"getCurrentUser": {
		does:   "Who the token stands for, and what it permits. For the token of an application this is its owner.",
		answer: "The user.",
	},
	"listLibrary": {
		does: "What the caller has bought or got free, newest first: with the account, or with its confirmed address before there was one, " +
			"whoever made the order. Refunded purchases stay in it and open nothing.",
		answer: "A page of purchases.",
	},
	"getPurchase": {
		does: "What the caller has bought by one order, with the licence in full, and the files that its author has added since for " +
			"buyers too.",
		answer: "The purchase.",
	},
	"downloadPurchase": {
		does: "Leads to the bytes of a file that the caller has bought, or that was added for its buyers. The address at Location is signed " +
			"and short-lived: ask again for each download.",
		answer: "The bytes, to a client that has followed the redirect.",
	},
	"exportAccount": {
		does: "Sends a ZIP with a file of JSON for each kind: profile, models, what was bought, orders made, what was sold, access tokens " +
			"without secrets, sessions, grants and mails. It is made while it is sent: a connection that ends early has sent a part.",
		answer: "The ZIP.",
	},
	"updateCurrentUser": {
		does: "Changes what the user says of themselves to everybody. Address, password and username are changed on the pages of the " +
			"account, " +
			"which ask who it is.",
		answer: "The user as they are now.", body: "What shall be changed.",
	},
	"uploadAvatar": {
		does: "Gives the user a picture, in place of the one before. It is drawn anew, without its metadata, at most 512 pixels wide " +
			"and high.",
		answer: "The picture that was stored.",
	},
	"uploadCover": {
		does: "Puts a picture above the page of what the user sells, in place of the one before. It is drawn anew, without its metadata, at " +
			"most 1600 pixels wide and 1000 high; pages show a strip of it that is four times as wide as high.",
		answer: "The picture that was stored.",
	},
	"removeCover":  {does: "Takes the picture above the user's page away.", answer: "The picture is gone."},
	"removeAvatar": {does: "Takes the user's picture away.", answer: "The picture is gone."},
	"listTokens": {
		does:   "The access tokens that the caller made and that still work. Tokens of applications are not among them: listGrants has those.",
		answer: "The tokens, without their secrets.",
	},
	"createToken": {
		does: "Makes an access token that permits nothing which the token of this request does not. With replaces it takes the place of " +
			"another one, which is revoked in the same moment. The secret is shown here alone.",
		answer: "The token, with its secret.", body: "The token. Without any member it has the first four scopes and does not expire.",
	},
	"revokeToken": {does: "Ends an access token of the caller's own, also the one of this request. Nothing is answered to it any more.",
		answer: "The token is worth nothing."},
	"listSessions": {does: "The browsers at which the caller is signed in to the pages.", answer: "The sessions."},
	"endSessions": {does: "Signs the caller out of the pages at all browsers. Access tokens go on working.",
		answer: "The caller is signed out everywhere."},
	"endSession": {does: "Signs the caller out of the pages at one browser.", answer: "The caller is signed out there."},
	"listGrants": {does: "The applications that act for the caller, with what each may do.", answer: "The grants."},
	"revokeGrant": {
		does:   "Takes back what the caller allowed an application. All tokens that it got by that end.",
		answer: "The application acts for the caller no more.",
	},
	"listAudit": {
		does: "What was done by operators, with access tokens and applications, and to money, newest first: who, from which network, " +
			"what, and " +
			"what it was before and after. No entry is ever changed or removed. For operators.",
		answer: "A page of entries.",
	},
	"listPeople": {
		does: "Accounts, newest first; with username or email, those that begin with it, in its order, whatever its case. For moderators, " +
			"support and operators.",
		answer: "A page of people.",
	},
	"getPerson": {does: "An account, with how much it has, and the applications that act for it.", answer: "The account."},
	"suspendPerson": {
		does: "Lets the person in no more, at no browser and by no program. Their models stay for sale and what they bought stays " +
			"theirs. They get " +
			"the reason by mail. For moderators and operators; nobody suspends themselves, and operators alone those who act for the marketplace.",
		answer: "The account as it is now.", body: "Why.",
	},
	"restorePerson": {does: "Lets a suspended person in again, and tells them why. For moderators and operators.",
		answer: "The account as it is now.", body: "Why."},
	"signOutPerson": {does: "Signs the person out of the pages at all browsers. Their access tokens go on working. For moderators, " +
		"support and " +
		"operators.", answer: "The person is signed out everywhere."},
	"askPersonToConfirm": {does: "Sends a person the link once more by which they confirm their address. For support and operators.",
		answer: "The mail is on its way."},
	"confirmPerson": {does: "Makes the address of a person theirs by the word of an operator, who knows by other ways that it is.",
		answer: "The account as it is now."},
	"giveRoles": {
		does: "Gives a person these roles and takes all others. Who loses one by which they act for the marketplace is signed out, and " +
			"what their " +
			"tokens did by it is refused from that moment on. The last operator stays one. For operators.",
		answer: "The account as it is now.", body: "The roles.",
	},
	"erasePerson": {
		does: "Has an account removed after some days, of which the person is told by mail. Until then they may keep it. What was sold and " +
			"bought stays in the books without their name. Nobody is removed who acts for the marketplace. For operators.",
		answer: "The account, with when it is removed.",
	},
	"keepPerson": {does: "Takes back that an account is to be removed, before it is begun. For operators.",
		answer: "The account as it is now."},
	"forgetAddress": {
		does: "Takes the address of somebody without an account out of what was bought with it, out of mails and out of the audit log. " +
			"It can't be taken back. For operators.",
		answer: "The address is forgotten in a moment.", body: "The address.",
	},
	"listStorage": {
		does:   "What authors store, who stores most first; with username those whose name begins with it, in its order. For operators.",
		answer: "A page of authors.",
	},
	"limitStorage": {
		does: "Gives an author a limit of their own, or that of the marketplace again. What is there stays, also where it is more. For " +
			"operators.",
		answer: "What the author stores and may store now.", body: "The limit.",
	},
	"listShares": {
		does: "The share that the marketplace keeps of what is sold, and the rules that say otherwise: of a model before that of its " +
			"seller, before that of its subcategory, before that of its category. An order keeps the share that was asked when it was " +
			"made. For operators.",
		answer: "A page of rules.",
	},
	"setShare": {
		does: "Sets the share that the marketplace keeps of a model, of all that a seller sells, or of a category with what is below " +
			"it, of orders that are made from now on. For operators.",
		answer: "The rule as it is now.", body: "The share.",
	},
	"endShare": {
		does:   "Ends a share of its own: what is less specific holds again. For operators.",
		answer: "The rule is gone.",
	},
	"listApplications": {
		does: "Applications of everybody, in the order of their names, those that registered themselves too. No secret is told. For " +
			"operators.",
		answer: "A page of applications.",
	},
	"getApplication": {
		does: "An application with whose it is, and with what people allow it, newest first. For operators.", answer: "The application.",
	},
	"removeApplication": {does: "Ends an application, what people allow it, and all its tokens, at once and for ever. For operators.",
		answer: "It is removed."},
	"endGrant": {does: "Ends what somebody allowed an application, with all tokens that came of it. They may allow it again. For operators.",
		answer: "It is ended."},
	"listAllTokens": {
		does:   "Access tokens that people made for themselves and that are not revoked, newest first. No secret is told. For operators.",
		answer: "A page of tokens.",
	},
	"endToken": {does: "Revokes an access token that somebody made for themselves, at once. For operators.", answer: "It is revoked."},
	"createReport": {
		does: "Tells those who look after the marketplace of a page that should not be here: a model, a seller, or any other. Everybody " +
			"with a " +
			"token may; pages do it without one at /report. What is at the address is told to nobody: the answer is the same for what is hidden " +
			"and for what never was. The outcome is sent by mail. A network may report ten times at once, and then once in six minutes.",
		answer: "The report that was made.", body: "What is reported, and why.",
	},
	"listReports": {does: "What was reported, those first that wait longest. For moderators and operators.", answer: "A page of reports."},
	"getReport": {does: "A report with the model or person whom it is about, and what else was reported and decided about that. For " +
		"moderators " +
		"and operators.", answer: "The report."},
	"decideReport": {
		does: "Leaves what was reported as it is, or takes the model off. Its author gets the reasons by mail and may object once; who " +
			"reported gets " +
			"the outcome. Of two who decide at once one wins, and the other gets 409. Nobody decides about their own model but operators " +
			"with the " +
			"scope admin.",
		answer: "The report as it is now.", body: "What is done, on what ground and why.",
	},
	"listObjections": {does: "Decisions to which the author of the model has objected and got no answer yet, those first that wait " +
		"longest. For " +
		"moderators and operators.", answer: "A page of decisions."},
	"getDecision": {does: "What was done about a model, what its author objected, and what came of that. For moderators and operators.",
		answer: "The decision."},
	"answerObjection": {does: "Answers what the author of a model objects, and restores the model where they are right. Of two who " +
		"answer at once " +
		"one wins, and the other gets 409.", answer: "The decision as it is now.", body: "Who is right, and why."},
	"liftDecision": {does: "Restores the model of a decision, and lifts all that was decided about it. Its author is told.",
		answer: "The decision as it is now.", body: "Why."},
	"listDecisions": {does: "What was decided about a model of one's own, with the reasons, also once it is deleted. Who reported it " +
		"is told to " +
		"nobody.", answer: "The decisions."},
	"objectToDecision": {does: "Says once what the author of a model has to say about a decision, while that stands. A moderator " +
		"answers by mail " +
		"and here.", answer: "The decision as it is now.", body: "What the author objects."},
	"updateOrder": {
		does: "Decides of an order as operators do: its money came, now or at paid_at, it is canceled, or its money goes back. With If-Match, " +
			"of two who decide of one version the second gets 412. An order whose refund is on its way stays as it was until the provider says " +
			"so. 409 for the money of one order that has the price of a bundle: updateCheckout takes all of them; and for a dispute whose end the " +
			"provider tells.",
		answer: "The order as it is now.", body: "What becomes of the order.",
	},
	"updateCheckout": {
		does: "Says that the money of a checkout came: all of its orders that cost something are paid by it, or none. With If-Match, of two " +
			"who say so of one version the second gets 412. For operators.",
		answer: "The checkout as it is now.", body: "What became of the checkout.",
	},
	"refundOrder": {
		does: "Has who took the money of a paid order give it back, all that is left or an amount; where nobody did, it is the operator's word " +
			"that the money went back. It is asked for once, also where the provider's answer is lost. The order stays paid until all has gone " +
			"back, and tells how much did by refunded_amount. 409 while a bank has the money by a dispute, and when nothing is left that is not " +
			"on its way already. For operators.",
		answer: "The order as it is now; unchanged while the provider has the refund in hand: listRefunds tells.", body: "What goes back.",
	},
	"listRefunds": {does: "What went back of an order, is on its way, or did not arrive; also what was refunded at the provider's own desk, " +
		"and payments that nothing was sold for. For operators.", answer: "All refunds of the order."},
	"listWaitingRefunds": {does: "Money of orders that is still to go back: what a provider is being asked for or has in hand, and, first, " +
		"what an operator has to send by hand, since it did not arrive or no provider can. For operators.", answer: "The refunds."},
	"settleRefund": {does: "Says that money which is owed to a buyer was sent by hand, and how: it is booked from the marketplace's own " +
		"bank, or from where a person took it. For operators.", answer: "The refund as it is now.", body: "How it was sent."},
	"listRefundRequests": {does: "What the caller asked back of what they bought, the newest first; with sold=true what those ask back who " +
		"bought of the caller, and with all=true all requests, for operators. Of an application that acts by itself those of orders that it " +
		"made.", answer: "The requests."},
	"getRefundRequest": {does: "A request, for who bought or made the order, for the seller, and for operators.", answer: "The request."},
	"askForRefund": {does: "Asks for money of a paid order, by who bought it, or by the application that made it for its customer. The " +
		"seller answers first; if they don't in time, or the buyer insists after they refused, the marketplace decides. An order has one " +
		"request that is not over at most. 409 once the days for it are over, and while nothing is left that could be asked for.",
		answer: "The request.", body: "What is asked back, and why."},
	"answerRefundRequest": {does: "Answers a request that is open, by the seller. What is granted goes back at once, all of it or a part; " +
		"what is refused the buyer may take to the marketplace.", answer: "The request as it is now.", body: "What is answered."},
	"decideRefundRequest": {does: "Answers a request, which ends it, by an operator: also one that its seller has not answered yet. What is " +
		"granted goes back at once, all of it or a part. For operators.", answer: "The request as it is now.", body: "What is answered."},
	"insistOnRefund": {does: "Takes a request that the seller refused to the marketplace, by the buyer.",
		answer: "The request as it is now."},
	"withdrawRefundRequest": {does: "Ends a request, by the buyer.", answer: "The request as it is now."},
	"listDisputes":          {does: "What buyers' banks ask back, or ask about. For operators.", answer: "The disputes."},
	"getDispute": {does: "A dispute with what was answered, or with what is known of the order and would be sent: what was sold, the " +
		"buyer's agreement with its time, the licence's hash, and downloads with the time and a keyed hash of the network. For operators.",
		answer: "The dispute."},
	"answerDispute": {does: "Sends evidence to the bank of a dispute, once and for good; without any, what getDispute shows. What was sent " +
		"stays with the dispute. 409 when it takes no answer. For operators.", answer: "The dispute as it is now.", body: "The evidence."},
	"listLedgerAccounts": {does: "What stands on the accounts of the ledger to this moment, by what the money is, provider and currency. " +
		"Those of a currency sum to zero. What sellers have is one sum; getBalance has one seller's. For operators.", answer: "The accounts."},
	"listLedgerEntries": {does: "Everything that was booked, in double entry, the newest first: of an order, of a seller, by what happened, " +
		"by cause or in a time. Entries are never changed or removed. For operators.", answer: "A page of entries."},
	"getLedgerEntry": {does: "One entry with what it does to each account. For operators.", answer: "The entry."},
	"adjustLedger": {does: "Moves an amount from one account to another by an operator's word, for what no event tells of. The reason stays " +
		"with the entry and in the audit log. Nothing moves anywhere else: who is sent money by it is sent it by somebody. What was wrong " +
		"about it is put right by another one. For operators.", answer: "The entry.", body: "What is moved, and why."},
	"getReceipt": {does: "Proves what was bought and under which licence: a text that the marketplace signs, and what it says. Anybody " +
		"checks it without asking the marketplace, by the keys at /.well-known/jwks.json, or at /receipts/verify, which also says whether " +
		"it was revoked. 409 while the order isn't paid, and once its money went back. Each time it is signed anew.",
		answer: "The receipt."},
	"listInvoices": {does: "Lists what was written about an order: an invoice with its payment, a credit note each time that money " +
		"went back. " +
		"None where the marketplace says nothing of tax. They stay as they were written.", answer: "The documents."},
	"getInvoice": {does: "Tells a document to who ordered or bought, to the author whom it is from, and to operators.",
		answer: "The document."},
	"sendReceipt": {does: "Sends the receipt of a paid order once more, and only once in a minute. For operators.",
		answer: "The mail is on its way."},
	"noteOrder": {does: "Keeps a note with an order, in the audit log: listAudit with act order.note and the order's id has them. For " +
		"operators.", answer: "The note is kept.", body: "The note."},
	"getBalance": {
		does: "What the caller has earned by sales and not got yet, after the share of the marketplace: on hold at first, for refunds and " +
			"disputes to come, then available. Orders from before the marketplace kept a ledger are not in it.",
		answer: "The balances, by currency.",
	},
	"listPayouts": {
		does: "What the caller was paid, and will be, newest first. all=true asks for those of everybody, and needs the scope admin. A payout " +
			"is pending until an operator takes it up; sent, it counts as paid when it did not come back for some days, and can come back " +
			"even then.",
		answer: "A page of payouts.",
	},
	"getPayout":        {does: "A payout of the caller's own; of anybody with the scope admin.", answer: "The payout."},
	"getPayoutAccount": {does: "Where the caller is paid, as far as it is shown. 404 before it was said.", answer: "The account."},
	"setPayoutAccount": {
		does: "Says where the caller is paid from now on. A mail tells of it, what is pending is canceled, and for some days nothing is sent " +
			"to the new account. Whose bank is told is no matter of applications: the scope is for tokens that their users made.",
		answer: "The account.", body: "The account.",
	},
	"listStatements": {does: "The months since the caller first sold something, the newest first. The month that lasts is among them.",
		answer: "The months."},
	"getStatements": {
		does: "What became of the caller's money in a month of UTC: sales, refunds, disputes and payouts, with the share of the marketplace " +
			"and the tax in each, between two balances. Closing is the opening of the next month. What is on hold, available and on its way is in " +
			"both. It is computed from the ledger.",
		answer: "The statements, by currency.",
	},
	"listBalanceEntries": {
		does:   "What has moved the caller's balance, as the ledger has it: entries are never changed, and together they are the balance.",
		answer: "The entries.",
	},
	"listSales": {does: "What was sold of the caller's models, added up by the day of payment, by model and by the country of buyers, " +
		"without who bought it. listOrders with sold=true has each sale.", answer: "The sums."},
	"getStorage": {does: "How many bytes the files of the caller's models take, and how many they may: what is sent " +
		"beyond that is refused as too_large.", answer: "The bytes."},
	"listStatistics": {does: "How often pages of the caller's models were looked at and their files downloaded, by day and by model. No " +
		"address of who did is kept; robots and the author are left out. It is counted within the minute.", answer: "The sums."},
	"listLikes": {does: "What the caller likes. Others see how many like a model, and not who.", answer: "A page of likes."},
	"likeModel": {does: "Likes a model of the catalogue, as the button on its page does. It is fine when the caller does already. It " +
		"needs a " +
		"confirmed address, and nobody likes a model of their own.", answer: "The caller likes it."},
	"unlikeModel":   {does: "Takes a like back. It is fine when there is none.", answer: "The caller does not like it."},
	"listFollowing": {does: "Whom the caller follows. Others see how many follow a seller, and not who.", answer: "A page of sellers."},
	"followSeller": {does: "Follows somebody who has models in the catalogue. It is fine when the caller does already. It needs a confirmed " +
		"address.", answer: "The caller follows them."},
	"unfollowSeller": {does: "Ends that the caller follows somebody. It is fine when they do not.", answer: "The caller does not follow " +
		"them."},
	"getMails": {does: "For which mails about what they keep the caller asked. There are none by default.", answer: "What they " +
		"asked for."},
	"updateMails": {does: "Asks for mails about what the caller keeps, or for none. At most one a day comes, with what happens from now " +
		"on, and " +
		"a link that stops them. It needs a confirmed address.", answer: "What was asked for.", body: "What to tell of."},
	"listCollections": {does: "The collections of the caller, in any state. getCollection has the models of each.", answer: "A page of " +
		"collections."},
	"createCollection": {does: "Makes a collection without models, of at most 100. To show it to others takes a confirmed address.",
		answer: "The collection.", body: "What it says, and who sees it."},
	"listPublicCollections": {does: "Collections of anybody that everybody sees and that hold something.", answer: "A page of collections."},
	"getPublicCollection": {does: "A collection that everybody sees, with those of its models that are in the catalogue. createReport " +
		"with its " +
		"url reports it.", answer: "The collection."},
	"getCollection": {does: "A collection of the caller's own.", answer: "The collection."},
	"updateCollection": {does: "Stores name, text and who sees a collection; what is not sent is empty, or private. One that becomes " +
		"private gets " +
		"another link should it be shown again.", answer: "The collection as it is now.", body: "What it says, and who sees it."},
	"removeCollection": {does: "Removes a collection. Its models stay what they are.", answer: "The collection is gone."},
	"arrangeCollection": {does: "Puts models of a collection first, in an order, and chooses the one that stands for it.",
		answer: "The collection as it is now.", body: "The order."},
	"collectModel": {does: "Puts a model of the catalogue at the end of a collection, which holds 200 at most. It is fine when it is in " +
		"there.",
		answer: "It is in there."},
	"uncollectModel": {does: "Takes a model out of a collection. It is fine when it is not in there.", answer: "It is not in there."},
	"listPromotions": {does: "What the caller has planned, or with covers=marketplace what operators have planned for the models of all " +
		"sellers " +
		"who take part.", answer: "The promotions."},
	"createPromotion": {does: "Plans lower prices from a begin to an end, of some models or of all that are published when it begins. " +
		"Meanwhile a model costs the lower price, and prices.original is the one of before. A change of its price by its author, and taking it " +
		"off, ends that for the model. A model is in one promotion at a time: two of the same seller may not meet, and of one by the seller " +
		"and one of the whole marketplace the first has it until it ends.",
		answer: "The promotion that was planned; one that begins now runs already.", body: "The promotion."},
	"getPromotion": {does: "A promotion of the caller's own, for operators also one of the whole marketplace.", answer: "The promotion."},
	"updatePromotion": {does: "Changes what is sent and leaves the rest. Of a promotion that runs the name and the end can be changed.",
		answer: "The promotion as it is now.", body: "What shall be changed."},
	"endPromotion": {does: "Cancels a promotion that has not begun, and ends one that runs: prices are those of before when this is answered.",
		answer: "Nothing."},
	"listBundles": {does: "The bundles that the caller has made. With model_id those that are sold now with a model, whoever's they are; " +
		"with all=true everybody's, for operators.", answer: "The bundles."},
	"createBundle": {does: "Sells published models of the caller together, for less than they cost one by one. Each model is an order of " +
		"its own, with its licence: createCheckout with bundle_ids divides the price among the orders by what they cost one by one, and so " +
		"does the cart of the storefront by itself. A model that the buyer has already is left out with its part of the price. The orders have " +
		"these prices as long as all of them are paid at once; coupons lower them further. What is changed later changes nothing for a " +
		"checkout that is made. A bundle is not sold while a model of it is no longer published, or while one by one its models cost no " +
		"more.",
		answer: "The bundle that was made.", body: "The bundle."},
	"getBundle": {does: "A bundle that is sold now, or one of the caller's own; for operators any.", answer: "The bundle."},
	"updateBundle": {does: "Changes what is sent and leaves the rest. Checkouts that have its price keep it.",
		answer: "The bundle as it is now.", body: "What shall be changed."},
	"endBundle": {does: "Ends a bundle, for operators anybody's: it is sold no more. Checkouts that have its price keep it.",
		answer: "Nothing."},
	"listCoupons": {does: "The codes that the caller has made, or with covers=marketplace those that operators have made for the models of " +
		"all " +
		"sellers who take part.", answer: "The coupons."},
	"createCoupon": {does: "Makes a code that buyers enter at the checkout, or a program in createCheckout: orders that it is for cost " +
		"less, " +
		"never below 0. It is counted when a payment begins, and asked for once more then: where it is not good any more the order costs what " +
		"it did before, and the buyer is told so. Of several codes each lowers what no other one lowers more.",
		answer: "The coupon that was made.", body: "The coupon."},
	"getCoupon": {does: "A coupon of the caller's own, for operators also one of the whole marketplace.", answer: "The coupon."},
	"updateCoupon": {does: "Changes what is sent and leaves the rest. Orders that it was entered for keep their price while it is good.",
		answer: "The coupon as it is now.", body: "What shall be changed."},
	"endCoupon": {does: "Ends a coupon: it lowers nothing any more, and its code can be given to another one.", answer: "Nothing."},
	"getPart": {does: "Promotions of the whole marketplace lower prices of sellers alone who take part.",
		answer: "Whether the caller does."},
	"takePart": {does: "Says whether the caller takes part. What runs already goes on to its end.", answer: "Whether the caller does.",
		body: "Whether to."},
	"listWebhookEndpoints": {does: "The addresses at which programs of the caller are told what happens: of an application by itself its " +
		"own, " +
		"else those that the user made; those of the whole marketplace with the scope admin.", answer: "The endpoints, without secrets."},
	"createWebhookEndpoint": {does: "Has a program told what happens, by requests that are signed by Standard Webhooks. Events of orders " +
		"need " +
		"the scope orders:read, those of models and files models:read. One without a url is polled by takeWebhooks, and is removed when it was " +
		"not for an hour. There can be 20.",
		answer: "The endpoint, with its secret, which is shown here alone.", body: "The endpoint."},
	"getWebhookEndpoint": {does: "A webhook endpoint of the caller's own.", answer: "The endpoint, without its secret."},
	"updateWebhookEndpoint": {does: "Changes what is sent and leaves the rest. An endpoint that is enabled again is sent what has waited " +
		"for " +
		"less than three days.", answer: "The endpoint as it is now.", body: "What shall be changed."},
	"removeWebhookEndpoint": {does: "Removes a webhook endpoint, with what waits for it and what it was sent.",
		answer: "The endpoint is gone."},
	"rotateWebhookSecret": {does: "Makes another secret. For a day messages have two signatures, by the old one and by the new one.",
		answer: "The endpoint, with its new secret, which is shown here alone."},
	"testWebhookEndpoint": {does: "Sends an event webhook.test. getWebhookDelivery tells what came of it.", answer: "The delivery."},
	"redeliverWebhooks": {does: "Sends the events of some time once more, the oldest first, each once; those that are on their way are " +
		"left out. " +
		"Events are kept for 30 days.", answer: "How many there are.", body: "Which events."},
	"takeWebhooks": {does: "Answers what waits for an endpoint without an address, for programs that can't be reached, such as one that is " +
		"being developed. What is not named in done of a later request is answered again.",
		answer: "What waits, 20 at most.", body: "What is worked on."},
	"listWebhookDeliveries": {does: "What an endpoint was sent, and will be, in the last 30 days.", answer: "A page of deliveries."},
	"getWebhookDelivery":    {does: "A delivery to an endpoint, with what is sent and how it was answered last.", answer: "The delivery."},
	"redeliverWebhook": {does: "Sends an event to an endpoint once more, under the same webhook-id, by a delivery of its own.",
		answer: "The new delivery."},
	"listReviews": {
		does: "What those say of a published model who bought it, newest first, with the means. Those that a moderator took off are left " +
			"out. createReport with a review's url reports it.",
		answer: "A page of reviews.",
	},
	"getOwnReview": {does: "What the caller says of a model, also once it is in the catalogue no more, or a moderator took the review off.",
		answer: "The review."},
	"saveReview": {
		does: "Says something of a model that the caller bought, or changes it: there is one review of each. What was free is reviewed once " +
			"the address of the account is confirmed.",
		answer: "The review as it is now.", body: "What is said, as a whole.",
	},
	"uploadReviewImage": {
		does: "Adds a picture of what became of the model to what the caller says of it, at most 4, each drawn anew, without its metadata. " +
			"getOwnReview and listReviews have them in the order in which they came.",
		answer: "The picture that was stored.",
	},
	"removeReviewImage": {does: "Takes a picture out of what the caller says of a model.", answer: "The picture is gone."},
	"withdrawReview":    {does: "Takes back what the caller says of a model, with its pictures.", answer: "The review is gone."},
	"answerReview": {
		does: "Answers a review of a model of the caller's own, once: the answer can be changed for a day, and again when the review " +
			"is changed.",
		answer: "The review with its answer.", body: "The answer.",
	},
	"getReview": {does: "A review with what was reported and decided about it. For moderators and operators.", answer: "The review."},
	"hideReview": {
		does: "Takes a review off, which counts no more then. Who wrote it gets the reasons by mail and may object once. Nobody decides " +
			"about what they wrote, or about reviews of their own models, but operators with the scope admin.",
		answer: "The review as it is now.", body: "On what ground, and why.",
	},
	"restoreReview": {does: "Shows a review again, and tells who wrote it why. For moderators and operators.",
		answer: "The review as it is now.", body: "Why."},
	"getReportedCollection": {does: "A collection of anybody with what was reported and decided about it. One that not everybody sees is " +
		"there once it was reported or decided about. For moderators and operators.", answer: "The collection."},
	"hideCollection": {
		does: "Takes a collection off: nobody but its owner sees it, who gets the reasons by mail, may object once, and can't change " +
			"it meanwhile. Nobody decides about their own but operators with the scope admin.",
		answer: "The collection as it is now.", body: "On what ground, and why.",
	},
	"restoreCollection": {does: "Shows a collection again to those to whom it was shown, and tells its owner why. For moderators and " +
		"operators.", answer: "The collection as it is now.", body: "Why."},
	"listDeskModels": {does: "Models of everybody in any state, by number, address, words, author and state. For moderators and operators.",
		answer: "A page of models."},
	"getDeskModel": {does: "A model with its orders, reports, decisions and who else has its files. For moderators and operators.",
		answer: "The model."},
	"ruleModel": {
		does: "Takes a model off that nobody need have reported. Its author gets the reasons by mail and may object once. Nobody decides " +
			"about their own model but operators with the scope admin.",
		answer: "The model as it is now.", body: "What is done, on what ground and why.",
	},
	"restoreModel": {does: "Ends all that was decided about a model, which is then what it was before, and tells its author why. For " +
		"moderators and operators.", answer: "The model as it is now.", body: "Why."},
	"approveModel": {does: "Publishes a model that waits for somebody to look at it, in the version that was looked at: of one that has " +
		"changed since it is 409. Its author is told. For moderators and operators.",
		answer: "The model as it is now.", body: "The version."},
	"sendModelBack": {does: "Makes a model that waits a draft again, which its author may mend and publish once more. They get the reasons " +
		"by mail. For moderators and operators.", answer: "The model as it is now.", body: "Why."},
	"featureModel": {does: "Shows a published model on the home page, or moves it there. There is room for 12. For moderators and operators.",
		answer: "The model as it is now.", body: "Where, and how long."},
	"unfeatureModel": {does: "Takes a model off the home page. For moderators and operators.", answer: "It is not there."},
	"listSharedFiles": {does: "Bytes that models of different authors have, and who had them first. For moderators and operators.",
		answer: "A page of bytes."},
	"placeImage": {does: "Moves a picture to another place among those of its model. The first is the cover.",
		answer: "The picture as it is now.", body: "Its place."},
	"cropImage": {
		does: "Shows a part of a picture of a model, or all of it again. The picture is another one then, with an id of its own, in the same " +
			"place; its original stays. One that the server drew becomes the author's own by it.",
		answer: "The picture as it is now.", body: "The part.",
	},
	"drawImages": {
		does: "Has pictures of a model drawn from some sides. They come behind its pictures soon, as the author's own, as many as there is " +
			"room for: listImages has them then, removeImage takes away those that shall not stay, and placeImage moves them.",
		answer: "They are drawn soon.", body: "The sides.",
	},
	"listJobs": {does: "How many jobs of each kind wait, are being done and were given up, and those that have failed, with the " +
		"reason. For " +
		"operators.", answer: "The jobs."},
	"retryJob": {does: "Has a job tried again from the beginning that has failed, also one that was given up.", answer: "It is " +
		"tried again."},
	"giveUpJob": {does: "Has a job that has failed tried once more, and given up if that fails, too.", answer: "It is tried once more."},
	"listPages": {
		does:   "Terms, privacy, imprint, refunds and help, as far as the operator has published them. The program brings none of its own.",
		answer: "The texts without their words.",
	},
	"getPage": {
		does: "A text in the language of Accept-Language that it is written in and fits best. Earlier versions stay: what somebody agreed " +
			"to can be read for as long as the marketplace is.",
		answer: "The text.",
	},
	"listPageVersions": {
		does: "Which versions of a text were published. Their words are read with the parameter `version` of the text. Those of a text that " +
			"was withdrawn stay; of one that there never was there are none.",
		answer: "The versions.",
	},
	"getDeskPage": {
		does:   "The last version of a text in all its languages, also where it was withdrawn or there is none yet. For operators.",
		answer: "The text.",
	},
	"publishPage": {
		does: "Adds a version of a text, which everybody reads from now on. Earlier ones stay for those who agreed to them. People who must " +
			"agree are asked when they come next. For operators.",
		answer: "The text as it is now.", body: "The version.",
	},
	"withdrawPage": {
		does: "Takes the page of a text away: nothing leads there any more, and nobody must agree. Its versions stay for those who agreed to " +
			"them. For operators.",
		answer: "It is withdrawn.",
	},
	"listMailWords": {
		does: "What mails of all kinds are about in all languages, and whether an operator wrote them. For operators.", answer: "The kinds.",
	},
	"getMailWords": {
		does: "What mails of a kind say in a language, with what they may name of each mail. For operators.", answer: "Subject and text.",
	},
	"writeMailWords": {
		does: "Has mails of a kind in a language say something else from now on. Words that lack what the mail is for, such as its link, are " +
			"refused. For operators.",
		answer: "Subject and text as they are now.", body: "Subject and text.",
	},
	"removeMailWords": {does: "Has mails of a kind in a language say again what the program says. For operators.", answer: "They do."},
	"listMailLog": {
		does: "Which mails were written in the last 90 days, and what became of each: sent, given up, or come back. What they say is not " +
			"told. For operators.",
		answer: "A page of mails.",
	},
	"sendMailAgain": {does: "Has a mail sent now that waits, and one again of which nobody knows whether it was sent. For operators.",
		answer: "It is sent in a moment."},
	"takeMailBounce": {
		does: "Reads a delivery status notification (RFC 3464) as it came by mail, and notes what it says of the mail that it is about, by its " +
			"Message-ID: that it came back, or why it is late. Where an address takes no mail any more, who has it is told, and " +
			"only mails are sent there that must be. The same notification once more changes nothing. For operators.",
		answer: "What is known of the mail.", body: "The notification, with all its headers; at most 1 MiB.",
	},
	"tryMail": {does: "Sends the caller a mail of a kind in a language, with values that are made up. For operators.",
		answer: "The mail is on its way."},
	"getHouse": {does: "What the marketplace is called, how it looks, who may join and sell, what it keeps of a price, and what its " +
		"operators announce: all that its pages show to everybody.", answer: "The marketplace."},
	"getDeskHouse": {does: "What operators have said of the marketplace, as the page /desk/house has it.", answer: "All of it, with the " +
		"ETag that a change is made safe by."},
	"updateHouse": {
		does: "Changes what is sent of what the marketplace is; every process and page has it within a fifth of a second. The logo is " +
			"chosen, and how operators sign in is changed, at the page /desk/house. The audit log has what was before.",
		answer: "The marketplace as it is now.", body: "What is to be another.",
	},
	"getLimits": {does: "The largest file, the longest title, the budgets of requests: every number that this server holds requests " +
		"against.",
		answer: "The limits."},
}

// describeOperations says what each operation does.
func describeOperations(doc *openapi.Document) error {
	for _, op := range doc.Operations() {
		about, ok := aboutOperations[op.ID()]
		if !ok {
			return fmt.Errorf("the operation %s is not described", op.ID())
		}
		op.Object["description"] = about.does
		op.DescribeSuccess(about.answer)
		if about.body != "" {
			op.DescribeBody(about.body)
		}
	}
	return nil
}
