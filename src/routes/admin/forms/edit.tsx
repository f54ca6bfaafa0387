import { useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import { FormattedMessage } from 'react-intl'
import { FORM_TEMPLATES } from '#contract/form-templates.ts'
import { practiceFormQueries } from '#src/api/practice-forms.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { DefinitionStatus } from '#src/features/forms/practice-form-status.tsx'
import { readText, readUuid } from '#src/lib/search.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { FormEditor } from './edit/-parts/form-editor.tsx'
import { NO_FORM } from './edit/-parts/form-values.ts'
import { RemoveButton } from './edit/-parts/remove-button.tsx'

interface Search {
  /** Form to change; absent for a new one. */
  form?: string | undefined
  /** Template of a new form. */
  template?: string | undefined
}

export const Route = createFileRoute('/admin/forms/edit')({
  staticData: { title: 'admin.forms.form' },
  validateSearch: (search: Search & SearchSchemaInput): Search => ({
    form: readUuid(search.form),
    template: readText(search.template) || undefined,
  }),
  loaderDeps: ({ search: { form } }) => ({ form }),
  beforeLoad: capableAdminOnly('forms'),
  loader: async ({ context: { queryClient, practiceId }, deps: { form }, ...loader }) => {
    if (form) await queryClient.query({ ...practiceFormQueries.one(practiceId, form), meta: ofLoader(loader) })
  },
  component: EditForm,
})

function EditForm() {
  const { practiceId } = Route.useRouteContext()
  const { form, template } = Route.useSearch()
  return (
    <Page>
      <BackLink to="/admin/forms/definitions">
        <FormattedMessage id="admin.forms.ours" />
      </BackLink>
      {form ? (
        <ChangedForm key={form} practiceId={practiceId} formId={form} />
      ) : (
        <NewForm key={template} practiceId={practiceId} templateId={template} />
      )}
    </Page>
  )
}

function NewForm({ practiceId, templateId }: { practiceId: string; templateId: string | undefined }) {
  const template = FORM_TEMPLATES.find(({ id }) => id === templateId)
  return (
    <>
      <PageHead
        title={<FormattedMessage id="admin.forms.new" />}
        lead={template && <FormattedMessage id="admin.forms.fromTemplate" />}
      />
      <FormEditor
        practiceId={practiceId}
        stored={template ? { ...NO_FORM, ...template } : NO_FORM}
        templateId={template?.id}
      />
    </>
  )
}

function ChangedForm({ practiceId, formId }: { practiceId: string; formId: string }) {
  const { data: form } = useSuspenseQuery(practiceFormQueries.one(practiceId, formId))
  const textOf = useTranslated()
  if (!form) {
    return (
      <Panel>
        <Empty icon={FilePen} title={<FormattedMessage id="admin.forms.goneTitle" />}>
          <FormattedMessage id="admin.forms.gone" />
        </Empty>
      </Panel>
    )
  }
  return (
    <>
      <PageHead
        title={textOf(form.content.title)}
        lead={
          <>
            <FormattedMessage id={`admin.forms.kind.${form.kind}`} /> <DefinitionStatus form={form} />
          </>
        }
        actions={<RemoveButton practiceId={practiceId} form={form} />}
      />
      <FormEditor practiceId={practiceId} stored={form} form={form} />
    </>
  )
}
