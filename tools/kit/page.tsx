import { useEffect, useState, useSyncExternalStore } from 'react'
import { IntlProvider } from 'react-intl'
import { MessageText } from '#src/lib/intl.tsx'
import { LANGUAGES, LANGUAGE_NAMES, LOCALES, type Language } from '#src/lib/constants.ts'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { GROUPS } from './all.ts'
import styles from './kit.module.css'
import { KitSettings, PartSection, idOf } from './part.tsx'
import { type Settings, THEMES, addressOf } from './settings.ts'

export type KitMessages = Record<Language, Record<FormatjsIntl.Message['ids'], never>>

interface KitProps {
  start: Settings
  messages: KitMessages
}

export function Kit({ start, messages }: KitProps) {
  const [settings, setSettings] = useState(start)
  const { theme, language, narrow, bare, only } = settings
  // The document is not React's.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    document.documentElement.lang = language
    history.replaceState(null, '', addressOf(settings) + location.hash)
  }, [settings, theme, language])
  // What the address leads to was not there yet.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const one = GROUPS.flatMap(({ parts }) => parts).find(({ name }) => idOf(name) === only)
  return (
    <IntlProvider locale={LOCALES[language]} messages={messages[language]} textComponent={MessageText}>
      <KitSettings value={settings}>
        {one ? (
          <one.Show />
        ) : bare ? (
          <Parts />
        ) : (
          <div className={styles.kit}>
            <Names />
            <div className={styles.main}>
              <Head settings={settings} onChange={(changed) => setSettings({ ...settings, ...changed })} />
              {narrow ? <Phone settings={settings} /> : <Parts />}
            </div>
          </div>
        )}
      </KitSettings>
    </IntlProvider>
  )
}

/** Where the windows and the fingers decide as well, and not only the width of a part. */
function Phone({ settings }: { settings: Settings }) {
  // The names on the left lead to a part in there.
  const hash = useSyncExternalStore(onHash, () => location.hash)
  return (
    <iframe
      key={hash}
      className={styles.phone}
      title="390 px wide"
      src={addressOf({ ...settings, narrow: false, bare: true }) + hash}
    />
  )
}

function onHash(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

function Names() {
  return (
    <nav className={styles.names} aria-label="Components">
      {GROUPS.map(({ title, parts }) => (
        <div key={title}>
          <h2>
            <a href={`#${idOf(title)}`}>{title}</a>
          </h2>
          <ul>
            {parts.map(({ name }) => (
              <li key={name}>
                <a href={`#${idOf(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface HeadProps {
  settings: Settings
  onChange: (changed: Partial<Settings>) => void
}

function Head({ settings: { theme, language, narrow }, onChange }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1>Kit</h1>
      <Segmented
        legend="Theme"
        name="theme"
        value={theme}
        options={THEMES.map((value) => ({ value, label: value }))}
        onChange={(chosen) => onChange({ theme: chosen })}
      />
      <Segmented
        legend="Language"
        name="language"
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(chosen) => onChange({ language: chosen })}
      />
      <Segmented
        legend="Width"
        name="width"
        value={narrow ? 'narrow' : 'wide'}
        options={[
          { value: 'wide', label: 'wide' },
          { value: 'narrow', label: '390 px' },
        ]}
        onChange={(chosen) => onChange({ narrow: chosen === 'narrow' })}
      />
    </header>
  )
}

function Parts() {
  return (
    <div className={styles.parts}>
      {GROUPS.map(({ title, parts }) => (
        <div key={title}>
          <h2 className={styles.group} id={idOf(title)}>
            {title}
          </h2>
          {parts.map((part) => (
            <PartSection key={part.name} {...part} />
          ))}
        </div>
      ))}
    </div>
  )
}
