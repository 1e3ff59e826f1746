import './page.css'
import { h, setChildren } from '../guest-page/dom'
import { readDocument, type OpenApi } from './document'
import { startPage } from './page'
import { LOCALES, TEXTS, type Locale } from './texts'

/** As the console keeps what somebody chose in this browser (kit/preferences). */
function chosen<T extends string>(key: string, values: readonly T[]): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return values.find((each) => each === value)
  } catch {
    return undefined
  }
}

function browserLocale(): Locale {
  const names = navigator.languages.map((language) => language.toLowerCase().split('-')[0])
  return (
    LOCALES.find((locale) => locale === names.find((name) => name === 'ru' || name === 'en')) ??
    'en'
  )
}

const root = document.getElementById('root')!
const locale = chosen('userLocale', LOCALES) ?? browserLocale()
const theme = chosen('theme', ['light', 'dark'])
if (theme) document.documentElement.style.colorScheme = theme

async function load(): Promise<void> {
  const texts = TEXTS[locale]
  setChildren(root, h('main', { class: 'loading', role: 'status' }, texts.loading))
  try {
    const answer = await fetch('/api/v0/openapi.json')
    if (!answer.ok) throw new Error(String(answer.status))
    const reference = readDocument((await answer.json()) as OpenApi)
    startPage({
      root,
      reference,
      locale,
      onLocale: (next) => localStorage.setItem('userLocale', JSON.stringify(next)),
    })
  } catch {
    const retry = h('button', { type: 'button', class: 'plain' }, texts.again)
    retry.addEventListener('click', () => void load())
    setChildren(
      root,
      h('main', { class: 'loading' }, h('p', { role: 'alert' }, texts.failed), retry),
    )
  }
}

void load()
