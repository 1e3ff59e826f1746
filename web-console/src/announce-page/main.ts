import '../guest-page/page.css'
import './page.css'
import { announceApi } from './api'
import { startPage } from './page'
import { localeOf } from './texts'

/** /announce/{token} */
const token = location.pathname.split('/')[2] ?? ''
startPage({
  root: document.getElementById('root')!,
  api: announceApi(token),
  locale: localeOf(navigator.languages),
})
