exports.start = () => {};
