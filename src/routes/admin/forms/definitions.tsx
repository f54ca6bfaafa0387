import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import Plus from 'lucide-react/icons/plus'
import { FormattedMessage, useIntl } from 'react-intl'
import { FORM_TEMPLATES } from '#contract/form-templates.ts'
import type { PortalForm } from '#contract/schemas/form.ts'
import { practiceFormQueries } from '#src/api/practice-forms.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { DefinitionStatus } from '#src/features/forms/practice-form-status.tsx'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import styles from './definitions/-parts/definitions.module.css'

export const Route = createFileRoute('/admin/forms/definitions')({
  staticData: { title: 'admin.forms.ours' },
  beforeLoad: capableOnly('forms'),
  loader: async ({ context: { queryClient, practiceId }, ...loader }) => {
    await queryClient.query({ ...practiceFormQueries.all(practiceId), staleTime: 0, meta: ofLoader(loader) })
  },
  component: Definitions,
})

function Definitions() {
  const { practiceId } = Route.useRouteContext()
  const { data: forms } = useSuspenseQuery(practiceFormQueries.all(practiceId))
  const isAdmin = useIsClinicAdmin()
  return (
    <Page>
      <BackLink to="/admin/forms" activeOptions={{ exact: true }}>
        <FormattedMessage id="admin.forms.title" />
      </BackLink>
      <PageHead
        title={<FormattedMessage id="admin.forms.ours" />}
        lead={<FormattedMessage id={isAdmin ? 'admin.forms.oursLead' : 'admin.forms.oursOfAdmin'} />}
        actions={
          isAdmin && (
            <Link to="/admin/forms/edit" className={buttonClass({ variant: 'primary' })}>
              <Plus />
              <FormattedMessage id="admin.forms.new" />
            </Link>
          )
        }
      />
      {forms.length > 0 ? (
        <Items>
          {forms.map((form) => (
            <FormItem key={form.id} form={form} isAdmin={isAdmin} />
          ))}
        </Items>
      ) : (
        <Panel>
          <Empty icon={FilePen} title={<FormattedMessage id="admin.forms.noFormsTitle" />}>
            <FormattedMessage id={isAdmin ? 'admin.forms.noForms' : 'admin.forms.oursOfAdmin'} />
          </Empty>
        </Panel>
      )}
      {isAdmin && <Templates />}
    </Page>
  )
}

const iconOf = ({ kind }: Pick<PortalForm, 'kind'>) => (kind === 'consent' ? FilePenLine : FilePen)

function FormItem({ form, isAdmin }: { form: PortalForm; isAdmin: boolean }) {
  const { formatMessage } = useIntl()
  const textOf = useTranslated()
  const { id, kind, content, version, publishedAt, rule, active } = form
  const title = textOf(content.title)
  return (
    <Item
      stacked="early"
      tile={<Tile icon={iconOf(form)} />}
      title={
        isAdmin ? (
          <Link to="/admin/forms/edit" search={{ form: id }}>
            {title}
          </Link>
        ) : (
          title
        )
      }
      sub={
        <>
          <FormattedMessage
            id="admin.forms.about"
            values={{
              kind,
              version,
              count: content.fields.length,
              at: publishedAt ? <Moment key="at" at={publishedAt} dateStyle="medium" /> : '',
            }}
          />{' '}
          {rule && active && <FormattedMessage id="admin.forms.automatic" />}
        </>
      }
      when={
        <>
          <DefinitionStatus form={form} />
          {version > 0 && (
            <Link
              to="/admin/forms"
              search={{ form: id }}
              className={styles.asked}
              aria-label={formatMessage({ id: 'admin.forms.askedOf' }, { title })}
            >
              <FormattedMessage id="admin.forms.asked" />
            </Link>
          )}
        </>
      }
    />
  )
}

function Templates() {
  const { formatMessage } = useIntl()
  const textOf = useTranslated()
  return (
    <section className={styles.templates} aria-labelledby="form-templates">
      <h2 id="form-templates">
        <FormattedMessage id="admin.forms.templates" />
      </h2>
      <p className="muted">
        <FormattedMessage id="admin.forms.templatesLead" />
      </p>
      <Items>
        {FORM_TEMPLATES.map((template) => (
          <Item
            key={template.id}
            stacked
            tile={<Tile icon={iconOf(template)} />}
            title={textOf(template.content.title)}
            sub={
              <FormattedMessage
                id="admin.forms.about"
                values={{ kind: template.kind, version: -1, count: template.content.fields.length, at: '' }}
              />
            }
            when={
              <Link
                to="/admin/forms/edit"
                search={{ template: template.id }}
                className={buttonClass()}
                aria-label={formatMessage({ id: 'admin.forms.takeOf' }, { title: textOf(template.content.title) })}
              >
                <FormattedMessage id="admin.forms.take" />
              </Link>
            }
          />
        ))}
      </Items>
    </section>
  )
}
