package mailtest

import "strings"

// Returned is what a server says that returns a mail.
type Returned struct {
	MessageID, To          string
	Action, Status, Reason string
}

// Notification is a delivery status notification as Postfix writes it.
func Notification(r Returned) string {
	return strings.ReplaceAll(`Return-Path: <>
Date: Wed,  6 May 2026 12:00:01 +0000 (UTC)
From: MAILER-DAEMON@mx.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: post@models.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4A1B2.1778068801/mx.example"

This is a MIME-encapsulated message.

--4A1B2.1778068801/mx.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

--4A1B2.1778068801/mx.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
X-Postfix-Queue-ID: 4A1B2
Arrival-Date: Wed,  6 May 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; `+r.To+`
Original-Recipient: rfc822;`+r.To+`
Action: `+r.Action+`
Status: `+r.Status+`
Remote-MTA: dns; mail.reader.example
Diagnostic-Code: smtp; `+r.Reason+`

--4A1B2.1778068801/mx.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Date: Wed, 06 May 2026 12:00:00 +0000
Message-ID: <`+r.MessageID+`>
From: "Vitrine" <post@models.example>
To: `+r.To+`
Subject: Your receipt

--4A1B2.1778068801/mx.example--
`, "\n", "\r\n")
}
