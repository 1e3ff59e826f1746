import '@fontsource-variable/onest/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import 'antd/dist/reset.css'
import './kit/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { createRouter } from './app/router/router'
import { rememberProfile } from './app/rememberedProfile'
import { createPageStore } from './app/store'
import { findTexts } from './app/texts'
import { startI18n } from './kit/i18n'

const store = createPageStore()
rememberProfile(store)
// The first page is on its way while its texts are.
const router = createRouter(store)
// Not awaited by the module: what it loads imports from the file that this module is in.
void startI18n(findTexts).then(() => {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>,
  )
})
