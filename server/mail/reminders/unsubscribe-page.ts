import { sentence } from '#contract/text.ts'
import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '../html.ts'

interface Words {
  title: (practice: string) => string
  ask: string
  button: string
  ended: (practice: string) => string
  again: string
  portal: string
  clinic: string
}

const WORDS: Record<Language, Words> = {
  nl: {
    title: (practice) => `Herinneringen van ${practice}`,
    ask: 'Wilt u de wekelijkse mail niet meer krijgen? In het portaal blijven uw herinneringen staan.',
    button: 'Afmelden',
    ended: (practice) => sentence(`U krijgt geen herinneringen meer per mail van ${practice}`),
    again: 'Toch weer krijgen? Zet het aan in het portaal, bij Instellingen.',
    portal: 'Naar het portaal',
    clinic: 'uw dierenkliniek',
  },
  en: {
    title: (practice) => `Reminders from ${practice}`,
    ask: 'Do you no longer want the weekly e-mail? Your reminders stay in the portal.',
    button: 'Unsubscribe',
    ended: (practice) => `You will get no more reminders from ${practice} by e-mail.`,
    again: 'Want them again? Switch them on in the portal, under Settings.',
    portal: 'Go to the portal',
    clinic: 'your veterinary clinic',
  },
}

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
  const words = WORDS[language]
  const title = escapeHtml(words.title(practice ?? words.clinic))
  const done = `<p role="status">${escapeHtml(words.ended(practice ?? words.clinic))}</p>
<p>${escapeHtml(words.again)} <a href="${escapeHtml(portalUrl)}">${escapeHtml(words.portal)}</a></p>`
  const question = `<p>${escapeHtml(words.ask)}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.button)}</button></form>`
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
