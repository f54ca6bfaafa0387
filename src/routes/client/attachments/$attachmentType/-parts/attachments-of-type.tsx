import type { Patient } from '#contract/schemas/patient.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import { AttachmentCards } from './attachment-cards.tsx'
import { type Attachment, attachmentQueries } from '#src/api/attachments.ts'
import type { PatientPage, PatientSearch } from '#src/api/patients.ts'
import { allOfType, iconOfType } from '#src/features/attachments/types.ts'
import { patientOf } from '#src/features/patients/patient-of.ts'
import { EmptyForPatient } from '#src/features/patients/patient-filter.tsx'
import { today } from '#src/lib/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { PageOutOfRange } from '#src/features/shell/paged-list.tsx'
import { useFileOf } from '#src/features/documents/use-file-of.ts'
import { countOf } from '#src/api/pages.ts'

interface AttachmentsOfTypeProps {
  clientId: string
  type: string
  search: PatientSearch
  /** Null: the API does not have this type. */
  data: PatientPage<Attachment> | null
  patients: Patient[] | undefined
}

export function AttachmentsOfType({ clientId, type, search, data, patients }: AttachmentsOfTypeProps) {
  const fileOf = useFileOf()
  const intl = useIntl()
  const attachments = data?.content ?? []

  return (
    <>
      {attachments.length > 0 ? (
        <AttachmentCards
          label={allOfType(type, intl)}
          attachments={attachments}
          type={type}
          today={today()}
          patientNameOf={(attachment) => patientOf(patients, attachment)?.name}
          fileOf={(attachment) => fileOf(attachment, attachmentQueries.list(clientId, type, search))}
        />
      ) : (
        <Panel>
          <NoAttachments {...{ type, search, data }} />
        </Panel>
      )}
      {data && (
        <Pager
          page={search.page}
          totalPages={data.page.totalPages}
          totalElements={data.isFiltered ? countOf(data) : undefined}
          size={data.page.size}
        />
      )}
    </>
  )
}

function NoAttachments({ type, search, data }: Pick<AttachmentsOfTypeProps, 'type' | 'search' | 'data'>) {
  const icon = iconOfType(type)
  const isPageOutOfRange = data === null || (data.isFiltered && data.page.totalElements > 0)
  if (isPageOutOfRange) return <PageOutOfRange icon={icon} />
  if (search.patientId) return <EmptyForPatient icon={icon} onPage={!data.isFiltered} unnamed={data.unnamed} />
  return (
    <Empty icon={icon} title={<FormattedMessage id="client.attachments.emptyTitle" />}>
      <FormattedMessage id="client.attachments.empty" />
    </Empty>
  )
}
