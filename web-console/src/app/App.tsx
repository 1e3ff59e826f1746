import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { AlertStack } from '@/kit/alerts'
import { CurrentUserProvider } from '@/kit/permissions/CurrentUserProvider'
import { ThemeProvider } from '@/kit/theme'
import { useAntdLocale } from './antdLocale'
import { Splash } from './router/Splash'
import type { createRouter } from './router/router'
import type { AppStore } from './store'

interface Props {
  store: AppStore
  router: ReturnType<typeof createRouter>
}

export function App({ store, router }: Props) {
  return (
    <Provider store={store}>
      <ThemeProvider locale={useAntdLocale()}>
        <CurrentUserProvider>
          <Suspense fallback={<Splash />}>
            <RouterProvider router={router} />
          </Suspense>
        </CurrentUserProvider>
        <AlertStack />
      </ThemeProvider>
    </Provider>
  )
}
