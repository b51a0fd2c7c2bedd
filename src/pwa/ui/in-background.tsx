import { Component, type ReactNode, Suspense } from 'react';

/**
 * Parts that the screen works without. If one cannot be loaded, because the network has just gone,
 * they are missing until the page is opened again, and the screen stays.
 */
export class InBackground extends Component<{ readonly children: ReactNode }, { readonly hasParts: boolean }> {
  override state = { hasParts: true };

  static getDerivedStateFromError() {
    return { hasParts: false };
  }

  override render() {
    return this.state.hasParts && <Suspense>{this.props.children}</Suspense>;
  }
}
