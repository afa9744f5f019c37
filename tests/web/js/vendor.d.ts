// What the pages use of Preact and htm, which lie in one file without types.
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function render(node: unknown, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (value: T | ((before: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T = any>(initial: T): { current: any };
export function useErrorBoundary(caught?: (error: unknown) => void): [unknown, () => void];
