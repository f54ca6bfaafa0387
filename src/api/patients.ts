import type { Patient } from '#contract/schemas/patient.ts'
import { queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { PATIENT_KINDS, SEXES, SPECIES } from '#contract/patient.ts'
import { type CallOptions, api } from './http.ts'
import { sharedCallOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { read } from './tolerate.ts'

export const patient = read.record<Patient>({
  uuid: read.requiredText,
  name: read.requiredText,
  caretakerUuid: read.orNull(read.text),
  caretaker: read.orNull(read.record({ firstName: read.text, callName: read.text, lastName: read.text })),
  kind: read.word(PATIENT_KINDS),
  headCount: read.number,
  species: read.word(SPECIES),
  breed: read.text,
  crossBreed: read.flag,
  sex: read.word(SEXES),
  neutered: read.flag,
  birthDate: read.day,
  deceasedDate: read.orNull(read.day),
  active: read.flag,
  color: read.text,
  coat: read.text,
  chipNumber: read.text,
  passportNumber: read.text,
  lifeNumber: read.text,
  ubn: read.text,
  weightKg: read.number,
  weightDate: read.day,
  weights: read.items(read.complete({ date: read.day, kg: read.number })),
  foodProducing: read.flag,
  insurance: read.orNull(read.record({ company: read.text, policyNumber: read.text })),
  photoUrl: read.text,
  alerts: read.text,
})

export const readPatients = read.list(patient)
export const readPatientPage = read.page(patient)

export const getPatients = async (clientId: string, options: Pick<CallOptions, 'signal' | 'silent' | 'expects'> = {}) =>
  readPatients(await api.get(paths.patients(clientId), options))

export const patientQueries = {
  /** Every page of the client area waits for them or shows them; leaving one cancels nothing. */
  list: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'patients'),
      queryFn: (context) => getPatients(clientId, sharedCallOf(context)),
      staleTime: 300_000,
    }),
}
