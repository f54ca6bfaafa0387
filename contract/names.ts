import type { Patient } from './schemas/patient.ts'
import type { Client } from './schemas/client.ts'

const present = (name: string | null | undefined) => name?.trim() ?? ''
const join = (...names: (string | null | undefined)[]) => names.map(present).filter(Boolean).join(' ')

/** Returns the company name, else the call name (or first name) with the last name; empty if there is none. */
export function displayName(
  client: Pick<Client, 'companyName' | 'callName' | 'firstName'> & { lastName?: string },
): string {
  return present(client.companyName) || join(present(client.callName) || client.firstName, client.lastName)
}

/** A single letter, or letters with dots, such as `J` or `A.B.`. */
const INITIALS = /^\p{L}$|\./u

/** Returns the call name (or first name) for a greeting; empty for companies, and for initials. */
export function givenName(client: Pick<Client, 'companyName' | 'callName' | 'firstName'>): string {
  const name = present(client.callName) || present(client.firstName)
  return present(client.companyName) || INITIALS.test(name) ? '' : name
}

/** Returns the caretaker's first name (or call name) with the last name; empty if there is none. */
export const caretakerName = ({ caretaker }: Pick<Patient, 'caretaker'>): string =>
  join(present(caretaker?.firstName) || caretaker?.callName, caretaker?.lastName)

export function patientLabel(animal: Pick<Patient, 'name' | 'caretaker'>): string {
  const person = caretakerName(animal)
  return person ? `${animal.name} (${person})` : animal.name
}
