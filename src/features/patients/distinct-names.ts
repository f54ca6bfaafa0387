import { type IntlShape, useIntl } from 'react-intl'
import { distinctNames, patientLabels } from '#contract/patient.ts'
import type { ListedPatient } from '#contract/schemas/patient.ts'
import { speciesId } from './patient-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { patientQueries } from '#src/api/patients.ts'
import { SILENT } from '#src/api/query-client.ts'

/** Patient with a name that is unique within the client. */
export interface NamedPatient extends ListedPatient {
  /** Plain name, set if another patient has the same one. */
  originalName?: string
}

const speciesIn =
  ({ formatMessage }: IntlShape) =>
  (species: string): string | undefined => {
    const id = species === 'OTHER' ? undefined : speciesId(species)
    return id && formatMessage({ id }).toLowerCase()
  }

/** Returns the patients of a client; equal names get a distinction such as `Minoes (2019)`. */
export function withDistinctNames(patients: readonly ListedPatient[], intl: IntlShape): NamedPatient[] {
  const distinct = distinctNames(patients, speciesIn(intl))
  return patients.map((patient) => {
    const name = distinct.get(patient.uuid)
    return name === undefined ? patient : { ...patient, name, originalName: patient.name }
  })
}

/** Returns options to select patients, with their caretakers. */
export function patientOptions(patients: readonly NamedPatient[], intl: IntlShape) {
  const undistinguished = patients.map(({ originalName, ...patient }) => ({
    ...patient,
    name: originalName ?? patient.name,
  }))
  const labels = patientLabels(undistinguished, speciesIn(intl))
  return undistinguished.map(({ uuid, name }) => ({ value: uuid, label: labels.get(uuid) ?? name }))
}

interface OfPatient {
  patientUuid?: string | undefined
  patientName?: string | undefined
}

/** Returns records whose `patientName` is unique within the client. */
export const withDistinctPatientNames = <Item extends OfPatient>(
  items: readonly Item[],
  patients: readonly NamedPatient[],
): Item[] =>
  items.map((item) => {
    const patient = patients.find(({ uuid }) => uuid === item.patientUuid)
    return item.patientName && patient?.originalName !== undefined ? { ...item, patientName: patient.name } : item
  })

/**
 * Returns the patients, with unique names, for a page that works without them. The loader has fetched them; a failed fetch is not
 * retried on mount.
 */
export function usePatients(clientId: string) {
  const intl = useIntl()
  const { data } = useQuery({ ...patientQueries.list(clientId), retryOnMount: false, meta: SILENT })
  return useMemo(() => data && withDistinctNames(data, intl), [data, intl])
}
