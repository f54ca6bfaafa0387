import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { pageInfo } from '#contract/paging.ts'
import { capabilityQueries } from './capabilities.ts'
import { pageOfPatient } from './of-patient.ts'

const records = [{ patientUuid: 'bella' }, { patientUuid: 'simba' }, {}]
const page = { content: records, page: pageInfo(0, 25, records.length) }
const ask = vi.fn<(patientId?: string) => Promise<typeof page>>(async () => page)

function clientThat(...can: string[]) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(capabilityQueries.all().queryKey, can)
  return queryClient
}

test('all animals: everything, from any API', async () => {
  expect(await pageOfPatient(clientThat(), undefined, ask)).toEqual({ ...page, isFiltered: true, unnamed: 0 })
  expect(ask).toHaveBeenLastCalledWith(undefined)
})

test('one animal, on an API that filters: its response', async () => {
  expect(await pageOfPatient(clientThat('patient-filter'), 'bella', ask)).toEqual({
    ...page,
    isFiltered: true,
    unnamed: 0,
  })
  expect(ask).toHaveBeenLastCalledWith('bella')
})

test('one animal, on an API that does not filter: its records, with a total only where all are loaded', async () => {
  const content = [{ patientUuid: 'bella' }]
  expect(await pageOfPatient(clientThat('audit'), 'bella', ask)).toEqual({
    content,
    page: pageInfo(0, 25, 1),
    isFiltered: true,
    unnamed: 1,
  })
  expect(ask).toHaveBeenLastCalledWith(undefined)
  const more = { content: records, page: pageInfo(0, 25, 26) }
  expect(await pageOfPatient(clientThat(), 'bella', async () => more)).toEqual({
    ...more,
    content,
    isFiltered: false,
    unnamed: 1,
  })
})

test('a list that the API does not have is null', async () => {
  expect(await pageOfPatient(clientThat(), 'bella', async () => null)).toBeNull()
})
