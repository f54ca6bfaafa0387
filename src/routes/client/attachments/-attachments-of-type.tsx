import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Attachment, AttachmentType } from '#contract/attachment.ts'
import type { Page } from '#contract/paging.ts'
import type { Patient } from '#contract/patient.ts'
import { AttachmentCards } from '#src/features/attachments/attachment-cards.tsx'
import { type AttachmentSearch, attachmentQueries } from '#src/features/attachments/queries.ts'
import { ATTACHMENT_WORDS } from '#src/features/attachments/types.ts'
import { animalOf } from '#src/features/patients/animal-of.ts'
import { NothingOfAnimal } from '#src/features/patients/nothing-of-animal.tsx'
import { ofAnimal } from '#src/features/patients/of-animal.ts'
import { today } from '#src/lib/dates.ts'
import { useFileLinks } from '#src/lib/file-link.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Pager } from '#src/ui/pager.tsx'
import { Panel } from '#src/ui/panel.tsx'

interface AttachmentsOfTypeProps {
  clientId: string
  type: AttachmentType
  search: AttachmentSearch
  /** Null: the API has no such page. */
  data: Page<Attachment> | null
  /** When the API gave the addresses of the files. */
  givenAt: number
  patients: Patient[] | undefined
}

export function AttachmentsOfType({ clientId, type, search, data, givenAt, patients }: AttachmentsOfTypeProps) {
  const queryClient = useQueryClient()
  const fileLink = useFileLinks()
  const intl = useIntl()
  const { papers: attachments, isFiltered } = ofAnimal(data?.content ?? [], search.patientId)

  const fileOf = (attachment: Attachment) =>
    fileLink(attachment, {
      at: givenAt,
      again: async () => {
        const list = attachmentQueries.list(clientId, type, search)
        const page = await queryClient.query({ ...list, staleTime: 0 })
        return page?.content.find(({ uuid }) => uuid === attachment.uuid)?.url
      },
    })

  return (
    <>
      {attachments.length > 0 ? (
        <AttachmentCards
          label={intl.formatMessage({ id: ATTACHMENT_WORDS[type].all })}
          attachments={attachments}
          type={type}
          today={today()}
          animalNameOf={(attachment) => animalOf(patients, attachment)?.name}
          fileOf={fileOf}
        />
      ) : (
        <Panel>
          <NoAttachments {...{ type, search, data, isFiltered }} />
        </Panel>
      )}
      {data && (
        <Pager
          page={search.page}
          totalPages={data.page.totalPages}
          totalElements={isFiltered ? data.page.totalElements : undefined}
          size={data.page.size}
        />
      )}
    </>
  )
}

type NoAttachmentsProps = Pick<AttachmentsOfTypeProps, 'type' | 'search' | 'data'> & { isFiltered: boolean }

function NoAttachments({ type, search, data, isFiltered }: NoAttachmentsProps) {
  const { icon } = ATTACHMENT_WORDS[type]
  const isBeyond = data === null || (data.content.length === 0 && data.page.totalElements > 0)
  if (isBeyond) {
    return (
      <Empty
        icon={icon}
        title={<FormattedMessage id="admin.clients.beyondTitle" />}
        actions={
          <Link to="." search={({ page: _, ...shown }) => shown} className={buttonClass()}>
            <FormattedMessage id="admin.clients.firstPage" />
          </Link>
        }
      />
    )
  }
  if (search.patientId) return <NothingOfAnimal icon={icon} onPage={!isFiltered} />
  return (
    <Empty icon={icon} title={<FormattedMessage id="client.attachments.emptyTitle" />}>
      <FormattedMessage id="client.attachments.empty" />
    </Empty>
  )
}
