import { LOCALES, LANGUAGES, type Language } from '#contract/languages.ts'
import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Formik } from 'formik'
import type { CSSProperties, ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MessageText } from '#src/lib/intl.tsx'
import { classes } from '#src/ui/classes.ts'
import { GROUPS } from './all.ts'
import styles from './kit.module.css'
import type { Group, Part } from './part.tsx'

export const THEMES = ['system', 'light', 'dark'] as const

interface Settings {
  theme: (typeof THEMES)[number]
  language: Language
}

export const idOf = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')

/** Returns the page of all components, or of the one with the id `only`. */
export function kit(settings: Settings, messages: Record<FormatjsIntl.Message['ids'], never>, only?: string | null) {
  const one = GROUPS.flatMap(({ parts }) => Object.entries(parts)).find(([name]) => idOf(name) === only)
  const root = createRootRoute({
    component: () => (one ? <Only name={one[0]} part={one[1]} /> : <Page {...settings} />),
  })
  const router = createRouter({
    // Links need a router; all addresses are this page.
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]),
    history: createMemoryHistory({ initialEntries: ['/client/portal/reminders?page=2'] }),
    scrollRestoration: () => false,
  })
  return (
    <IntlProvider locale={LOCALES[settings.language]} messages={messages} textComponent={MessageText}>
      <RouterProvider router={router as never} />
    </IntlProvider>
  )
}

function Only({ name, part }: { name: string; part: Part }) {
  return (
    <>
      <title>{name}</title>
      <States {...part} />
    </>
  )
}

function States({ form, wide, whole, states }: Part): ReactNode {
  if (whole) return Object.values(states)[0]
  const all = Object.entries(states).map(([name, example]) => (
    <div key={name} className={classes(styles.state, wide && styles.wide)}>
      <p className={styles.name}>{name}</p>
      <div>{example}</div>
    </div>
  ))
  if (!form) return all
  const { values, flags = {} } = form
  const touched = Object.fromEntries(Object.keys(flags).map((name) => [name, true]))
  return (
    <Formik
      initialValues={values}
      initialErrors={flags}
      initialTouched={touched}
      validate={() => flags}
      onSubmit={() => {}}
    >
      {() => all}
    </Formik>
  )
}

function Page(settings: Settings) {
  return (
    <div className={styles.kit}>
      <nav className={styles.names} aria-label="Components">
        {GROUPS.map(({ title, parts }) => (
          <div key={title}>
            <h2>{title}</h2>
            {Object.keys(parts).map((name) => (
              <a key={name} href={`#${idOf(name)}`}>
                {name}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div className={styles.main}>
        <form className={styles.head} onChange={({ currentTarget }) => currentTarget.submit()}>
          <h1>Kit</h1>
          {Object.entries({ theme: THEMES, language: LANGUAGES }).map(([name, values]) => (
            <label key={name}>
              {name}{' '}
              <select name={name} defaultValue={settings[name as keyof Settings]}>
                {values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          ))}
        </form>
        <main className={styles.parts}>
          {GROUPS.map((group) => (
            <PartsOf key={group.title} {...settings} {...group} />
          ))}
        </main>
      </div>
    </div>
  )
}

function PartsOf({ title, parts, theme, language }: Group & Settings) {
  return (
    <>
      <h2 className={styles.group}>{title}</h2>
      {Object.entries(parts).map(([name, part]) => {
        const { about, whole } = part
        const id = idOf(name)
        const search = new URLSearchParams({ theme, language, only: id }).toString()
        return (
          <section key={name} className={styles.part} id={id} aria-labelledby={`${id}-name`}>
            <div className={styles.about}>
              <h3 id={`${id}-name`}>{name}</h3>
              {about && <p>{about}</p>}
            </div>
            <div className={styles.states}>
              {whole ? (
                <div className={styles.frame} style={{ '--high': `${whole}px` } as CSSProperties}>
                  <iframe className={styles.window} title={name} src={`?${search}`} />
                </div>
              ) : (
                <States {...part} />
              )}
            </div>
          </section>
        )
      })}
    </>
  )
}
