import { type IntlShape, useIntl } from 'react-intl'
import { namesApart, patientLabels } from '#contract/patient.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { speciesId } from './words.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { patientQueries } from '#src/api/patients.ts'
import { SILENT } from '#src/api/query-client.ts'

/** A patient whose name tells it from others of the client. */
export interface NamedPatient extends Patient {
  /** The name alone, where another patient has the same one. */
  plainName?: string
}

const speciesIn =
  ({ formatMessage }: IntlShape) =>
  (species: string): string | undefined => {
    const id = species === 'OTHER' ? undefined : speciesId(species)
    return id && formatMessage({ id }).toLowerCase()
  }

/** Returns the patients of one client, those with the same name as `Minoes (2019)`. */
export function toldApart(patients: readonly Patient[], intl: IntlShape): NamedPatient[] {
  const apart = namesApart(patients, speciesIn(intl))
  return patients.map((patient) => {
    const name = apart.get(patient.uuid)
    return name === undefined ? patient : { ...patient, name, plainName: patient.name }
  })
}

/** Returns the options of a choice of patients, with their caretakers. */
export function patientOptions(patients: readonly NamedPatient[], intl: IntlShape) {
  const plain = patients.map(({ plainName, ...patient }) => ({ ...patient, name: plainName ?? patient.name }))
  const labels = patientLabels(plain, speciesIn(intl))
  return plain.map(({ uuid, name }) => ({ value: uuid, label: labels.get(uuid) ?? name }))
}

interface OfPatient {
  patientUuid?: string | undefined
  patientName?: string | undefined
}

/** Returns records whose `patientName` tells the patient from others with the same name. */
export const withNamesApart = <Item extends OfPatient>(
  items: readonly Item[],
  patients: readonly NamedPatient[],
): Item[] =>
  items.map((item) => {
    const patient = patients.find(({ uuid }) => uuid === item.patientUuid)
    return item.patientName && patient?.plainName !== undefined ? { ...item, patientName: patient.name } : item
  })

/**
 * Patients for a page that can do without them, with names that tell them apart. Its loader has fetched them; no retry on mount of what
 * failed there.
 */
export function usePatients(clientId: string) {
  const intl = useIntl()
  const { data } = useQuery({ ...patientQueries.list(clientId), retryOnMount: false, meta: SILENT })
  return useMemo(() => data && toldApart(data, intl), [data, intl])
}
