import { correction, generate, mode } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import styles from './pay.module.css'

/** Blank modules around it, which readers need (ISO/IEC 18004). */
const QUIET = 4
/** The biggest that EPC069-12 allows. */
const MAX_VERSION = 13

/** As bytes of UTF-8 and with correction M, as EPC069-12 wants it. Black on white in every theme: many readers know nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
    maxVersion: MAX_VERSION,
  })
  const size = code.size + 2 * QUIET
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}>
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
