// Reads JSON Lines by simdjson, and prints the number of texts and of their bytes.
#include <iostream>
#include <simdjson.h>

int main(int, char **arguments) {
  simdjson::padded_string octets = simdjson::padded_string::load(arguments[1]).value();
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document_stream records = parser.iterate_many(octets, 1 << 24).value();
  size_t texts = 0, length = 0, ids = 0;
  for (auto record : records) {
    simdjson::ondemand::object fields = record.get_object();
    for (auto field : fields) {
      const std::string_view key = field.unescaped_key();
      if (key == "text") {
        length += std::string_view(field.value()).size();
        texts++;
      } else if (key == "id") {
        ids += std::string_view(field.value()).size();
      }
    }
  }
  std::cout << texts << ' ' << length << ' ' << (ids > 0) << '\n';
}
