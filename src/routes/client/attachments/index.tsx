import { loadTypes } from '#src/api/attachments.ts'
import { type SearchSchemaInput, createFileRoute, redirect } from '@tanstack/react-router'
import Paperclip from 'lucide-react/icons/paperclip'
import { FormattedMessage } from 'react-intl'
import { readText } from '#src/lib/search.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'

export const Route = createFileRoute('/client/attachments/')({
  staticData: { title: 'client.nav.attachments' },
  validateSearch: (search: { patient?: string | undefined } & SearchSchemaInput) => ({
    patient: readText(search.patient) || undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, clientId }, deps, ...loader }) => {
    const types = await loadTypes(queryClient, clientId, loader)
    const first = types.find(({ total }) => total) ?? types[0]
    if (!first) return
    throw redirect({
      to: '/client/attachments/$attachmentType',
      params: { attachmentType: first.type },
      search: { page: 1, ...deps },
      replace: true,
    })
  },
  component: NoAttachments,
})

/** Empty page for an API without any type of attachments. */
function NoAttachments() {
  return (
    <Page>
      <PageHead title={<FormattedMessage id="client.nav.attachments" />} />
      <Panel>
        <Empty icon={Paperclip} title={<FormattedMessage id="client.attachments.emptyTitle" />}>
          <FormattedMessage id="client.attachments.empty" />
        </Empty>
      </Panel>
    </Page>
  )
}
