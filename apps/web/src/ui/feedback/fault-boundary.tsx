import { Component, type ReactNode } from 'react';

export interface CaughtFault {
  error: unknown;
  componentStack: string | null;
  retry: () => void;
}

interface FaultBoundaryProps {
  renderFault: (fault: CaughtFault) => ReactNode;
  children: ReactNode;
}

interface FaultBoundaryState {
  fault: { error: unknown } | null;
  componentStack: string | null;
}

/** An error boundary that keeps the rest of the page working. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { fault: null, componentStack: null };

  static getDerivedStateFromError(error: unknown): Partial<FaultBoundaryState> {
    return { fault: { error } };
  }

  override componentDidCatch(_error: unknown, info: { componentStack?: string | null }): void {
    this.setState({ componentStack: info.componentStack ?? null });
  }

  override render(): ReactNode {
    const { fault, componentStack } = this.state;
    if (fault === null) return this.props.children;
    const retry = () => this.setState({ fault: null, componentStack: null });
    return this.props.renderFault({ error: fault.error, componentStack, retry });
  }
}
