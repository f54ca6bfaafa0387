import { virtual } from '@guidepup/virtual-screen-reader'
import { act, screen } from '@testing-library/react'
import { APP_VERSION } from '#src/lib/constants.ts'

// A walk as a virtual screen reader says it, in a wide window.

/** There are no style sheets: what those of a table hide in a wide window. */
const NARROW = '[class*="narrowOnly"], [class*="narrowActions"]'

/** The parts of a walk, each under what was done. */
export function createTranscript() {
  const parts: string[] = []
  const add = (title: string, phrases: readonly string[]) =>
    void parts.push([`== ${title}`, ...spokenOf(phrases)].join('\n'))
  return {
    /** All of a part of the page, from its beginning to its end. */
    async read(title: string, container: Element = document.body): Promise<void> {
      const narrow = container.querySelectorAll(NARROW)
      for (const element of narrow) element.setAttribute('aria-hidden', 'true')
      await virtual.start({ container })
      try {
        const [first = ''] = await virtual.spokenPhraseLog()
        await virtual.next()
        // After the end, and after the only phrase of a field, it begins again.
        do await virtual.next()
        while (![first, `end of ${first}`].includes(await virtual.lastSpokenPhrase()))
        const said = await virtual.spokenPhraseLog()
        add(title, [first, ...said.filter((phrase) => phrase !== first)])
      } finally {
        for (const element of narrow) element.removeAttribute('aria-hidden')
        await virtual.stop()
      }
    },
    /** What is said by itself while something is done: live regions, and what gets the focus. */
    async during(title: string, work: () => Promise<unknown>): Promise<void> {
      const former = new Set(alerts())
      // The reader looks for the name of what was taken off the page, too, where no label can be.
      Object.assign(HTMLElement.prototype, { getElementById: () => null })
      await virtual.start({ container: document.body })
      try {
        const before = (await virtual.spokenPhraseLog()).length
        await work()
        await act(async () => {})
        const said = (await virtual.spokenPhraseLog()).slice(before)
        add(title, [...said, ...alerts().filter((alert) => !former.has(alert))])
      } finally {
        await virtual.stop()
        Reflect.deleteProperty(HTMLElement.prototype, 'getElementById')
      }
    },
    text: () => `${parts.join('\n\n')}\n`,
  }
}

/** Readers say an alert that comes with its text; this one says only what changes within. */
const alerts = () =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => (textContent ? [`alert: ${textContent}`] : []))

/** What a reader passes in silence. */
const SILENT =
  /^(?:document|generic|paragraph|strong|emphasis|time|presentation|(?:not )?busy|row(?:group)?|end\b.*|polite: Bezig met laden)$/
/** Their content is their name, which is said already. */
const NAMED = /^(?:link|button|heading|cell|columnheader|rowheader|caption|radio|checkbox|option|tab|menuitem)\b/
const plain = (phrase: string) => phrase.replaceAll('\u00A0', ' ')
/** A value that is not shown. */
const OPTION = /^(option, .*?)(?:, [^,\s]+)?(, (?:not )?selected)/

/** Without what has no meaning to the ear: ends, and each name a second time for its text. */
function spokenOf(log: readonly string[]): string[] {
  const open: string[] = []
  return log.map(plain).flatMap((phrase, index, phrases) => {
    if (phrase.startsWith('polite: ') && phrase === phrases[index - 1]) return []
    const isRepeated = open.some((outer) => outer.includes(phrase))
    const end = phrases.indexOf(`end of ${phrase}`, index)
    const again = phrases.indexOf(phrase, index + 1)
    if (NAMED.test(phrase) && end !== -1 && (again === -1 || end < again)) open.push(phrase)
    const [, ended] = /^end of (.*)/s.exec(phrase) ?? []
    if (ended !== undefined && open.includes(ended)) open.length = open.indexOf(ended)
    const said = phrase
      .replace(/^row, .*/s, 'row')
      .replace(OPTION, '$1$2')
      .replace(APP_VERSION, 'VERSION')
      .replace(/^listitem, level \d+, position (\d+), set size (\d+)/, 'item $1 of $2')
      .trim()
    return isRepeated || SILENT.test(said) || !said ? [] : [said]
  })
}
