import { render } from '@testing-library/react'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { SessionState } from '@/api/session'
import { createStore } from '@/app/store'
import shell from '@/app/locales/shell.en.json'
import { AlertStack, alerts } from '@/kit/alerts'
import { ModalProvider } from '@/kit/feedback'
import { installCatalogueMessages } from '@/kit/form'
import common from '@/kit/locales/common.en.json'
import errors from '@/kit/locales/errors.en.json'
import { CurrentUserProvider } from '@/kit/permissions'
import { ThemeProvider } from '@/kit/theme'

installCatalogueMessages()

const i18n = createInstance()
await i18n.use(initReactI18next).init({
  lng: 'en',
  defaultNS: 'common',
  resources: { en: { common, errors, shell } },
  interpolation: { escapeValue: false },
})

interface Options {
  /** Where the page is at first; its path is the route. */
  at?: string
  /** The route, where it is not that path: `/users/:id/edit`. */
  route?: string
  session?: SessionState
  /** What a feature says, by its namespace. */
  words?: Record<string, object>
}

/** A page with everything around it that the kit expects; English. */
export function renderApp(page: ReactNode, options: Options = {}) {
  const { at = '/', route = at.split('?')[0], session, words = {} } = options
  alerts.clear()
  for (const [namespace, bundle] of Object.entries(words)) {
    i18n.addResourceBundle('en', namespace, bundle)
  }
  const store = createStore(session)
  const router = createMemoryRouter(
    [
      { path: route, element: page },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at] },
  )
  const view = render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <ThemeProvider>
          <ModalProvider>
            <CurrentUserProvider>
              <RouterProvider router={router} />
            </CurrentUserProvider>
          </ModalProvider>
          <AlertStack />
        </ThemeProvider>
      </Provider>
    </I18nextProvider>,
  )
  return { ...view, store, router }
}
