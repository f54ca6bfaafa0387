import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { pageInfo } from '#contract/paging.ts'
import { capabilityQueries } from './capabilities.ts'
import { pageOfPatient } from './patients.ts'

const records = [{ patientUuid: 'bella' }, { patientUuid: 'simba' }, {}]
const page = { content: records, page: pageInfo(0, 25, records.length) }
const fetchPage = vi.fn<(patientId?: string) => Promise<typeof page>>(async () => page)

function queryClientWith(...can: string[]) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(capabilityQueries.all().queryKey, can)
  return queryClient
}

const WHOLE = { isFiltered: true, unnamed: 0 }

test('pageOfPatient requests the unfiltered list if no animal is selected', async () => {
  expect(await pageOfPatient(queryClientWith(), undefined, fetchPage)).toEqual({ ...page, ...WHOLE })
  expect(fetchPage).toHaveBeenLastCalledWith(undefined)
})

test('pageOfPatient returns the response of an API that filters by animal', async () => {
  expect(await pageOfPatient(queryClientWith('patient-filter'), 'bella', fetchPage)).toEqual({ ...page, ...WHOLE })
  expect(fetchPage).toHaveBeenLastCalledWith('bella')
})

test('pageOfPatient filters the list itself if the API does not, and gives a total only if all items are loaded', async () => {
  const content = [{ patientUuid: 'bella' }]
  const whole = { content, page: pageInfo(0, 25, 1), isFiltered: true, unnamed: 1 }
  expect(await pageOfPatient(queryClientWith('audit'), 'bella', fetchPage)).toEqual(whole)
  expect(fetchPage).toHaveBeenLastCalledWith(undefined)
  const more = { content: records, page: pageInfo(0, 25, 26) }
  const part = await pageOfPatient(queryClientWith(), 'bella', async () => more)
  expect(part).toEqual({ ...more, content, isFiltered: false, unnamed: 1 })
})

test('pageOfPatient returns null if the API lacks the list', async () => {
  expect(await pageOfPatient(queryClientWith(), 'bella', async () => null)).toBeNull()
})
