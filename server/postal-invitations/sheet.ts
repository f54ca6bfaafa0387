import type { Language } from '#contract/languages.ts'
import { LETTER_DAYS, formatLetterCode } from '#contract/letter.ts'
import { addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { partiesOf } from '#server/documents/parties.ts'
import { clientParty, practiceParty } from '#server/documents/rendered.ts'
import type { Letters } from '#server/pdf/sheet.ts'
import type { LogoPorts } from '#server/practice/logo.ts'
import { textsIn } from '#server/texts.ts'
import type { MadeLetter } from './postal-invitations.ts'

interface Drawn {
  practiceId: string
  made: readonly MadeLetter[]
  language: Language
  baseUrl: string
  now: Date
}

/** Returns the content of letters. The code is in the fragment of the URL, which browsers do not send, so no log contains it. */
export async function lettersSheet(
  ports: LogoPorts,
  { practiceId, made, language, baseUrl, now }: Drawn,
): Promise<Letters> {
  const { text, day } = textsIn(language)
  const { practice: whole, logo } = await practiceParty(ports, practiceId)
  // The letterhead has no account number, because nothing is to be paid.
  const { iban: _iban, ...practice } = whole
  const url = new URL('/auth/letter', baseUrl).href
  const values = {
    practice: practice.name,
    address: url.replace(/^https?:\/\//, ''),
    until: day(addDays(localDay(now), LETTER_DAYS - 1)),
  }
  const title = text('letters.title', values)
  const { from } = partiesOf({ practice, logo, client: { lastName: '' }, language })
  return {
    language,
    name: title,
    from,
    letters: made.map(({ client, code }) => ({
      to: partiesOf({ practice, logo, client: clientParty(client), language }).to,
      title,
      opening: text('letters.opening', values),
      steps: text('letters.steps', values).split('\n'),
      code: { label: text('letters.code'), value: formatLetterCode(code) },
      url: `${url}#${code}`,
      closing: text('letters.closing', values).split('\n'),
    })),
  }
}
