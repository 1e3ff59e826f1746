import '@fontsource-variable/onest/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import 'antd/dist/reset.css'
import './kit/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { reloadOnStaleChunk } from './app/staleChunk'
import { createRouter } from './app/router/router'
import { createPageStore } from './app/store'
import { findTexts } from './app/texts'
import { installCatalogueMessages } from './kit/form/zodMessages'
import { startI18n } from './kit/i18n'

reloadOnStaleChunk()
installCatalogueMessages()
await startI18n(findTexts)
const store = createPageStore()
const router = createRouter(store)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App store={store} router={router} />
  </StrictMode>,
)

// Not needed to show the first page.
void import('./app/realtime').then(({ startRealtime }) => startRealtime(store))
