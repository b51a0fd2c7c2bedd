/** Vite replaces the import by the text of the file. */
declare module '*?raw' {
  const text: string;
  export default text;
}
