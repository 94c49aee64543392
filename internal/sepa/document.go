package sepa

import "encoding/xml"

// space is the namespace of the message.
const space = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"

// document is a message as its schema orders it.
type document struct {
	XMLName xml.Name `xml:"Document"`
	Space   string   `xml:"xmlns,attr"`
	Body    struct {
		Header  header  `xml:"GrpHdr"`
		Payment payment `xml:"PmtInf"`
	} `xml:"CstmrCdtTrfInitn"`
}

type header struct {
	ID    string `xml:"MsgId"`
	At    string `xml:"CreDtTm"`
	Count int    `xml:"NbOfTxs"`
	Sum   string `xml:"CtrlSum"`
	Party party  `xml:"InitgPty"`
}

type payment struct {
	ID        string     `xml:"PmtInfId"`
	Method    string     `xml:"PmtMtd"`
	Whole     bool       `xml:"BtchBookg"`
	Count     int        `xml:"NbOfTxs"`
	Sum       string     `xml:"CtrlSum"`
	Level     string     `xml:"PmtTpInf>SvcLvl>Cd"`
	On        string     `xml:"ReqdExctnDt>Dt"`
	Debtor    party      `xml:"Dbtr"`
	Account   string     `xml:"DbtrAcct>Id>IBAN"`
	Agent     *agent     `xml:"DbtrAgt"`
	Bearer    string     `xml:"ChrgBr"`
	Transfers []transfer `xml:"CdtTrfTxInf"`
}

type transfer struct {
	EndToEndID string `xml:"PmtId>EndToEndId"`
	Amount     amount `xml:"Amt>InstdAmt"`
	Agent      *agent `xml:"CdtrAgt,omitempty"`
	Creditor   party  `xml:"Cdtr"`
	Account    string `xml:"CdtrAcct>Id>IBAN"`
	About      string `xml:"RmtInf>Ustrd,omitempty"`
}

type amount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

type party struct {
	Name string `xml:"Nm"`
}

type agent struct {
	BIC   string `xml:"FinInstnId>BICFI,omitempty"`
	Other *other `xml:"FinInstnId>Othr,omitempty"`
}

type other struct {
	ID string `xml:"Id"`
}
