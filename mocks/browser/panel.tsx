import { useState, useSyncExternalStore } from 'react'
import { DEFAULT_LANGUAGE, isLanguage } from '#contract/languages.ts'
import { type Persona, personas } from '#mocks/personas.ts'
import { mailsNow, onMail } from './mails.ts'
import styles from './panel.module.css'
import { FAILURES, LATENCIES, changeSwitches, readSwitches } from './switches.ts'
import { TEXTS } from './texts.ts'

const PEOPLE = Object.keys(personas) as Persona[]

interface PanelProps {
  /** Rejects if the persona cannot sign in. */
  signIn: (persona: Persona) => Promise<void>
  resetDemo: () => void
}

/** Control panel of the demo: signs in as a persona and injects faults. */
export function Panel({ signIn, resetDemo }: PanelProps) {
  const texts = TEXTS[useLanguage()]
  const [failed, setFailed] = useState(false)
  const [{ latency, failures }, setSwitches] = useState(readSwitches)
  const turn = (change: Parameters<typeof changeSwitches>[0]) => {
    changeSwitches(change)
    setSwitches(readSwitches())
  }
  return (
    <details className={styles.panel}>
      <summary>{texts.demo}</summary>
      <section aria-label={texts.demo}>
        <p>{texts.about}</p>
        <h2>{texts.signIn}</h2>
        <ul>
          {PEOPLE.map((persona) => (
            <li key={persona}>
              <button type="button" onClick={() => void signIn(persona).catch(() => setFailed(true))}>
                {texts.people[persona]}
              </button>
            </li>
          ))}
        </ul>
        {failed && <p role="alert">{texts.cannotSignIn}</p>}
        <label>
          {texts.latency}
          <select value={latency} onChange={({ target }) => turn({ latency: Number(target.value) })}>
            {LATENCIES.map((value) => (
              <option key={value} value={value}>
                {texts.milliseconds(value)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.failures}
          <select value={failures} onChange={({ target }) => turn({ failures: FAILURES[target.selectedIndex]! })}>
            {FAILURES.map((value) => (
              <option key={value} value={value}>
                {texts.failing[value]}
              </option>
            ))}
          </select>
        </label>
        <Mails texts={texts} />
        <button type="button" onClick={resetDemo}>
          {texts.resetDemo}
        </button>
      </section>
    </details>
  )
}

function Mails({ texts }: { texts: (typeof TEXTS)['nl'] }) {
  const mails = useSyncExternalStore(onMail, mailsNow)
  if (mails.length === 0) return null
  return (
    <>
      <h2>{texts.mails}</h2>
      <ul className={styles.mails}>
        {mails.map(({ id, kind, to, link }) => (
          <li key={id}>
            {link ? <a href={link}>{texts.mail[kind]}</a> : texts.mail[kind]}
            <span>{to}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const languageNow = () => document.documentElement.lang

/** Follows the `lang` attribute of the page, which the portal sets. */
function useLanguage() {
  const language = useSyncExternalStore(onLanguage, languageNow)
  return isLanguage(language) ? language : DEFAULT_LANGUAGE
}

function onLanguage(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  return () => observer.disconnect()
}
