import { sentence } from '#contract/text.ts'
import type { Language } from '#contract/languages.ts'
import { textsIn } from '#server/texts.ts'
import { escapeHtml as escape } from '../html.ts'

/** Nothing runs or is loaded; the button comes back here. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px;background:#fff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif}
main{max-width:560px;margin:0 auto;overflow-wrap:anywhere}
h1{margin:0 0 16px;font-size:22px;line-height:1.3}
p{margin:0 0 16px}
a{color:#214799}
button{min-height:44px;padding:8px 20px;border:1px solid #214799;border-radius:6px;background:#214799;color:#fff;font:inherit;font-weight:bold;cursor:pointer}
:focus-visible{outline:3px solid #214799;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#1b1b1b;color:#f2f2f2}a{color:#9ac1f7}:focus-visible{outline-color:#9ac1f7}}`

interface Page {
  language: Language
  /** Null where the client is there no more. */
  practice: string | null
  portalUrl: string
  ended: boolean
}

/** Asks, or says that it is done. */
export function unsubscribePage({ language, practice, portalUrl, ended }: Page): string {
  const { text } = textsIn(language)
  const named = { practice: practice ?? text('mail.unsubscribe.clinic') }
  const title = escape(text('reminders.from', named))
  const done = `<p role="status">${escape(sentence(text('mail.unsubscribe.ended', named)))}</p>
<p>${escape(text('mail.unsubscribe.again'))} <a href="${escape(portalUrl)}">${escape(text('mail.button'))}</a></p>`
  const question = `<p>${escape(text('mail.unsubscribe.ask'))}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escape(text('mail.unsubscribe.button'))}</button></form>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${ended ? done : question}
</main>
</body>
</html>
`
}
