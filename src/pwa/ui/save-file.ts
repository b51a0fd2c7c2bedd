export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has the file once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address));
}
