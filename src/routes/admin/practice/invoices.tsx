import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { practiceQueries } from '#src/api/practices.ts'
import { capableOnly } from '#src/session/guards.ts'
import { SellerForm } from './invoices/-parts/seller-form.tsx'

export const Route = createFileRoute('/admin/practice/invoices')({
  staticData: { title: 'admin.seller.title' },
  beforeLoad: capableOnly('seller'),
  loader: async ({ context: { queryClient, practiceId } }) => {
    // Always refetched, because the form overwrites the data.
    await queryClient.query({ ...practiceQueries.one(practiceId), staleTime: 0 })
  },
  component: InvoicesTab,
})

function InvoicesTab() {
  const { practiceId } = Route.useRouteContext()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  return <SellerForm practiceId={practiceId} practice={practice} />
}
