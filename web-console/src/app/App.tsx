import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { AlertStack } from '@/kit/alerts'
// From their own files: antd comes with the first page that has a control of it.
import { CurrentUserProvider } from '@/kit/permissions/CurrentUserProvider'
import { useThemeVariables } from '@/kit/theme/useThemeVariables'
import { Splash } from './router/Splash'
import type { createRouter } from './router/router'
import type { AppStore } from './store'

interface Props {
  store: AppStore
  router: ReturnType<typeof createRouter>
}

export function App({ store, router }: Props) {
  useThemeVariables()
  return (
    <Provider store={store}>
      <CurrentUserProvider>
        <Suspense fallback={<Splash />}>
          <RouterProvider router={router} />
        </Suspense>
      </CurrentUserProvider>
      <AlertStack />
    </Provider>
  )
}
