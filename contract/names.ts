import type { Patient } from './schemas/patient.ts'
import type { Client } from './schemas/client.ts'
import { foldName } from './fold-name.ts'

const present = (name: string | null | undefined) => name?.trim() ?? ''
const join = (...names: (string | null | undefined)[]) => names.map(present).filter(Boolean).join(' ')

/** Returns the company name, else the call name (or first name) with the last name; empty if there is none. */
export function displayName(
  client: Pick<Client, 'companyName' | 'callName' | 'firstName'> & { lastName?: string },
): string {
  return present(client.companyName) || join(present(client.callName) || client.firstName, client.lastName)
}

/** Returns the caretaker's first name (or call name) with the last name; empty if there is none. */
export const caretakerName = ({ caretaker }: Pick<Patient, 'caretaker'>): string =>
  join(present(caretaker?.firstName) || caretaker?.callName, caretaker?.lastName)

/** Returns the label of an animal in a selection list, with its caretaker. */
export function patientLabel(animal: Pick<Patient, 'name' | 'caretaker'>): string {
  const who = caretakerName(animal)
  return who ? `${animal.name} (${who})` : animal.name
}

/**
 * Particles before a main name with their usual abbreviations, without punctuation: `v.d.`, `v/d` and `vd` become `vd`.
 */
const PARTICLES = new Set(
  `a aan aant ab ad ader af al am auf aus av bd ben bi bij bijt bin by d da dal dalla das de degli dei del dela della delle den der des
  di do dos du el gen het id im in int la las le les lo los od of onder op opt over overt s t te ten ter tho thoe thor to toe tot
  uijt uijtd uit uitt unter v va van vande vanden vander vant vd vde vden vder vdr vh vom von voor voort vor vt zu zum zur`.split(
    /\s+/,
  ),
)
const isParticle = (word: string) => PARTICLES.has(foldName(word).replaceAll(/['./-]/g, ''))

/** Particles without a following space: `d'Hondt`, `v.d.Berg`, `'tHart`. */
const GLUED = /^(?:d['’‘`´]|(?:(?:v|d|a|t|h|in|op|vd|van|ter|['’‘`´]t)[./])+)(?=\p{L}{2})/iu
const GLUED_ARTICLE = /^['’‘`´]t(?=\p{Lu})/u

/**
 * Splits a last name into its particle (tussenvoegsel) and main name: `van den` and `Berg`. A name of only particles is
 * a main name.
 */
export function splitLastName(lastName: string): { particle: string; main: string } {
  const words = lastName.trim().split(/\s+/)
  const count = words.findIndex((word, index) => index === words.length - 1 || !isParticle(word))
  const main = words.slice(count).join(' ')
  const [glued = ''] = GLUED.exec(main) ?? GLUED_ARTICLE.exec(main) ?? []
  const particle = [...words.slice(0, count), glued].filter(Boolean).join(' ')
  return { particle, main: main.slice(glued.length) }
}
