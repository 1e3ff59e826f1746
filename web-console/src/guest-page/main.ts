import './page.css'
import { guestApi } from './api'
import { startPage } from './page'
import { localeOf, TEXTS } from './texts'

/** /guest-access/{key} */
const key = location.pathname.split('/')[2] ?? ''
const locale = localeOf(navigator.languages)
const texts = TEXTS[locale]
document.documentElement.lang = locale
document.title = texts.title
startPage({ root: document.getElementById('root')!, api: guestApi(key), texts, locale })
