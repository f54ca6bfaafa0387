import { expect, test } from 'vitest'
import { deviceName } from './session.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const SAMSUNG = 'AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${WINDOWS}; rv:147.0) Gecko/20100101 Firefox/147.0`, 'Firefox', 'Windows'],
  [`${WINDOWS}) ${CHROME}`, 'Chrome', 'Windows'],
  [`${WINDOWS}) ${CHROME} Edg/143.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 16; SM-S931B) ${SAMSUNG}`, 'Samsung Internet', 'Android'],
  [`${MAC} Version/26.1 Safari/605.1.15`, 'Safari', 'macOS'],
  [`${IPHONE} CriOS/143.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  ['curl/8.5.0', undefined, undefined],
  ['<script>alert(1)</script>', undefined, undefined],
  [undefined, undefined, undefined],
])('deviceName(%j) is %s on %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system })
})
