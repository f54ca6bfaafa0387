import type { Client } from './client.ts'
import type { Patient } from './patient.ts'

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
