import { virtual } from '@guidepup/virtual-screen-reader'
import { act, screen } from '@testing-library/react'
import { APP_VERSION } from '#src/lib/constants.ts'

// Transcript of a virtual screen reader in a wide window.

/** Elements that a wide window hides. Tests have no style sheets. */
const NARROW = '[class*="narrowOnly"], [class*="narrowActions"]'

/** Collects transcripts, each under the title of a step. */
export function createTranscript() {
  const parts: string[] = []
  const add = (title: string, phrases: readonly string[]) =>
    void parts.push([`== ${title}`, ...toLines(phrases)].join('\n'))
  return {
    /** Reads a part of the page from its beginning to its end. */
    async read(title: string, container: Element = document.body): Promise<void> {
      const narrow = container.querySelectorAll(NARROW)
      for (const element of narrow) element.setAttribute('aria-hidden', 'true')
      await virtual.start({ container })
      try {
        const [first = ''] = await virtual.spokenPhraseLog()
        await virtual.next()
        // The virtual reader starts again after the end, and after the only phrase of a field.
        do await virtual.next()
        while (![first, `end of ${first}`].includes(await virtual.lastSpokenPhrase()))
        const phrases = await virtual.spokenPhraseLog()
        add(title, [first, ...phrases.filter((phrase) => phrase !== first)])
      } finally {
        for (const element of narrow) element.removeAttribute('aria-hidden')
        await virtual.stop()
      }
    },
    /** Reads announcements during a step: live regions, and elements that get the focus. */
    async during(title: string, work: () => Promise<unknown>): Promise<void> {
      const former = new Set(alerts())
      // The virtual reader also names removed elements, whose labels no longer exist.
      Object.assign(HTMLElement.prototype, { getElementById: () => null })
      await virtual.start({ container: document.body })
      try {
        const before = (await virtual.spokenPhraseLog()).length
        await work()
        await act(async () => {})
        const phrases = (await virtual.spokenPhraseLog()).slice(before)
        add(title, [...phrases, ...alerts().filter((alert) => !former.has(alert))])
      } finally {
        await virtual.stop()
        Reflect.deleteProperty(HTMLElement.prototype, 'getElementById')
      }
    },
    text: () => `${parts.join('\n\n')}\n`,
  }
}

/** Screen readers announce an alert that is inserted with its text. The virtual reader announces only changes within it. */
const alerts = () =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => (textContent ? [`alert: ${textContent}`] : []))

/** Phrases that screen readers do not say. */
const SILENT =
  /^(?:document|generic|paragraph|strong|emphasis|time|presentation|(?:not )?busy|row(?:group)?|end\b.*|polite: Bezig met laden)$/
/** Roles whose content is their name, so the content would be read twice. */
const NAMED = /^(?:link|button|heading|cell|columnheader|rowheader|caption|radio|checkbox|option|tab|menuitem)\b/
const plain = (phrase: string) => phrase.replaceAll('\u00A0', ' ')
/** Value of an option, which is not shown. */
const OPTION = /^(option, .*?)(?:, [^,\s]+)?(, (?:not )?selected)/

/** Removes phrases without meaning to a listener: ends of elements, and texts that repeat a name. */
function toLines(log: readonly string[]): string[] {
  const open: string[] = []
  return log.map(plain).flatMap((phrase, index, phrases) => {
    if (phrase.startsWith('polite: ') && phrase === phrases[index - 1]) return []
    const isRepeated = open.some((outer) => outer.includes(phrase))
    const end = phrases.indexOf(`end of ${phrase}`, index)
    const again = phrases.indexOf(phrase, index + 1)
    if (NAMED.test(phrase) && end !== -1 && (again === -1 || end < again)) open.push(phrase)
    const [, ended] = /^end of (.*)/s.exec(phrase) ?? []
    if (ended !== undefined && open.includes(ended)) open.length = open.indexOf(ended)
    const text = phrase
      .replace(/^row, .*/s, 'row')
      .replace(OPTION, '$1$2')
      .replace(APP_VERSION, 'VERSION')
      .replace(/^listitem, level \d+, position (\d+), set size (\d+)/, 'item $1 of $2')
      .trim()
    return isRepeated || SILENT.test(text) || !text ? [] : [text]
  })
}
