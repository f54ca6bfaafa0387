import type { Patient } from './schemas/patient.ts'
import type { Client } from './schemas/client.ts'
import { fold } from './fold-name.ts'

const present = (name: string | null | undefined) => name?.trim() ?? ''
const join = (...names: (string | null | undefined)[]) => names.map(present).filter(Boolean).join(' ')

/** The company, else the call name (or first name) and the last name; empty where there is none (spec §3). */
export function displayName(
  client: Pick<Client, 'companyName' | 'callName' | 'firstName'> & { lastName?: string },
): string {
  return present(client.companyName) || join(present(client.callName) || client.firstName, client.lastName)
}

/** The caretaker of an animal, by first name, then call name (spec §3); empty if there is none. */
export const caretakerName = ({ caretaker }: Pick<Patient, 'caretaker'>): string =>
  join(present(caretaker?.firstName) || caretaker?.callName, caretaker?.lastName)

/** The label of an animal in a list to choose from, with its caretaker (spec §3). */
export function patientLabel(animal: Pick<Patient, 'name' | 'caretaker'>): string {
  const who = caretakerName(animal)
  return who ? `${animal.name} (${who})` : animal.name
}

const PARTICLES = new Set(
  "a af al auf aan am an bij d' da dal de del della den der des di do dos du el het 't in la las le les lo los of onder op over s' 's te ten ter thoe to tot uit uijt van vanden vander vom von voor vor zu zum zur".split(
    ' ',
  ),
)

/** The tussenvoegsel and the main name of a last name: `van den` and `Berg`. A name of particles only is a main name. */
export function splitLastName(lastName: string): { particle: string; main: string } {
  const words = lastName.trim().split(/\s+/)
  const count = words.findIndex((word, index) => index === words.length - 1 || !PARTICLES.has(fold(word)))
  const main = words.slice(count).join(' ')
  const glued = /^[dD]['’](?=\p{L})/u.exec(main)?.[0] ?? ''
  const particle = [...words.slice(0, count), glued].filter(Boolean).join(' ')
  return { particle, main: main.slice(glued.length) }
}
