package web

import (
	"net/http"
	"strings"
)

// robots are parts of the names of programs that read pages by themselves, in small letters:
// search engines, previews of links, watchers, and the libraries that programs are written
// with.
var robots = []string{
	"bot", "crawl", "spider", "slurp", "archiver", "facebookexternalhit", "facebookcatalog", "embedly", "quora link preview", "whatsapp",
	"telegram", "skypeuripreview", "vkshare", "pinterest", "preview", "validator", "lighthouse", "pagespeed", "gtmetrix", "pingdom",
	"uptime", "statuscake", "monitor", "headless", "phantomjs", "puppeteer", "playwright", "selenium", "curl/", "wget/", "python-",
	"python/", "aiohttp", "httpx", "scrapy", "go-http-client", "okhttp", "java/", "apache-httpclient", "libwww", "lwp::", "ruby",
	"node-fetch", "axios/", "undici", "guzzle", "php/", "feedfetcher", "feedly", "google-read-aloud", "mediapartners", "gptbot", "claude",
	"perplexity", "bytedance", "yandex", "baidu", "sogou", "duckduckgo-favicons", "ia_archiver", "scan", "nmap", "zgrab", "masscan",
}

// IsVisit reports whether somebody looks at what is answered: not a robot that says so, and
// no browser that loads ahead what may never be seen.
func IsVisit(r *http.Request) bool {
	agent := strings.ToLower(r.UserAgent())
	if r.Method != http.MethodGet || agent == "" {
		return false
	}
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if said := strings.ToLower(r.Header.Get(name)); strings.Contains(said, "prefetch") || strings.Contains(said, "preview") {
			return false
		}
	}
	for _, robot := range robots {
		if strings.Contains(agent, robot) {
			return false
		}
	}
	return true
}
