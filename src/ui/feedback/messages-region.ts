import styles from './messages.module.css'

/** Where messages are read out as they appear, for what shows one by itself. */
export const messagesRegion = (): HTMLElement | null => document.querySelector<HTMLElement>(`.${styles.news}`)
